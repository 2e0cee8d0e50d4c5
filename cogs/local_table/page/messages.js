// Messages as elements: texts, pictures, and the bot's components with what they do.

import { file, here } from "./api.js";
import { el, t } from "./dom.js";
import { markdown } from "./markdown.js";
import { bounds, choose, large, offered } from "./sheet.js";

const STYLES = { 1: "primary", 2: "", 3: "green", 4: "red", 5: "" };
const THREAD_BEGUN = 18;

/** The element of a message. `context` is markdown's, with act(message, deed) and dismiss(message) besides. */
export function article(message, context) {
  const { author } = message;
  const at = new Date(message.at);
  const clock = new Intl.DateTimeFormat(navigator.language, { timeStyle: "short" }).format(at);
  const made = el("article", {
    id: `m${message.id}`,
    tabindex: -1, // so that the focus can move to it
    class: `message${message.private ? " private" : ""}${message.calls ? " calls" : ""}`,
    "aria-label": `${author.name}, ${clock}`,
  });
  if (message.asked) {
    made.append(el("p", { class: "asked" }, t("answers", { name: message.asked.by, command: `/${message.asked.command}` })));
  }
  const who = el("p", { class: "who" }, badge(author, context), el("b", {}, author.name), el("time", { datetime: at.toISOString() }, clock));
  if (message.edited) who.append(el("span", { class: "quiet" }, `(${t("edited")})`));
  made.append(who);
  const body = el("div", { class: "body" });
  if (message.kind === THREAD_BEGUN) body.append(el("p", {}, message.content));
  else if (message.content) body.append(...markdown(message.content, context));
  if (message.thinking) body.append(el("p", { class: "thinking" }, t("thinking")));
  for (const embed of message.embeds) body.append(embedded(embed, context));
  for (const part of message.components) body.append(component(part, message, context));
  if (message.files.length) body.append(el("div", { class: gallery(message.files.length) }, message.files.map(posted)));
  if (message.thread) {
    const go = () => context.jump(message.thread, null);
    body.append(el("p", {}, el("button", { type: "button", class: "link", onclick: go }, `${t("thread")} ›`)));
  }
  for (const entry of message.menu ?? []) {
    const use = () => context.act(message, { kind: "menu", command: entry.name });
    body.append(el("p", { class: "only" }, el("button", { type: "button", class: "link", onclick: use }, entry.shown)));
  }
  made.append(body);
  if (message.private) {
    const dismiss = el("button", { type: "button", class: "link", onclick: () => context.dismiss(message.id) }, t("dismiss"));
    made.append(el("p", { class: "only" }, el("span", { "aria-hidden": "true" }, "◉ "), t("only_you"), " · ", dismiss));
  }
  return made;
}

/** Somebody's mark: the bot's icon, or the first letter of a name, each friend in a colour. */
export function badge(person, context) {
  if (person.bot) return el("img", { class: "badge", src: "/page/icon.svg", alt: "", width: 28, height: 28 });
  const shade = context.friends.findIndex((friend) => friend.id === person.id);
  return el("span", { class: "badge", "aria-hidden": "true", "data-shade": shade }, [...person.name][0]);
}

function component(part, message, context) {
  const inner = () => (part.components ?? []).map((one) => component(one, message, context));
  switch (part.type) {
    case 1:
      return el("div", { class: "row" }, inner());
    case 2:
      return button(part, message, context);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return select(part, message, context);
    case 9:
      return el("div", { class: "section" }, el("div", {}, inner()), part.accessory ? component(part.accessory, message, context) : null);
    case 10:
      return el("div", { class: "text" }, markdown(part.content, context));
    case 11:
      return el("div", { class: "thumbnail" }, picture(part.media.shown, part.description, part.media.url));
    case 12:
      return el("div", { class: gallery(part.items.length) }, part.items.map((item) => picture(item.media.shown, item.description, item.media.url)));
    case 13:
      return part.file.shown ? posted(part.file.shown) : el("p", {}, part.file.url);
    case 14:
      return el("hr", { class: `${part.divider === false ? "blank" : ""}${part.spacing === 2 ? " wide" : ""}` });
    case 17: {
      const box = el("div", { class: "box" }, inner());
      if (Number.isInteger(part.accent_color)) {
        box.style.setProperty("--stripe", `#${part.accent_color.toString(16).padStart(6, "0")}`);
      }
      return box;
    }
    default:
      return el("div", {}, inner());
  }
}

function gallery(n) {
  return n > 1 ? "gallery several" : "gallery";
}

function button(part, message, context) {
  const words = [part.emoji?.name, part.label].filter(Boolean).join(" ");
  if (part.style === 5) {
    const made = markdown(`<${part.url}>`, context)[0]?.firstElementChild ?? el("span");
    made.className = "press";
    made.replaceChildren(`${words} ›`);
    return made;
  }
  const press = () => context.act(message, { kind: "press", custom_id: part.custom_id });
  return el(
    "button",
    { type: "button", class: `press ${STYLES[part.style] ?? ""}`, disabled: part.disabled, "data-id": part.custom_id, onclick: press },
    words,
  );
}

function select(part, message, context) {
  const chosen = offered(part, context).filter((option) => option.default).map((option) => option.label);
  const [least, most] = bounds(part);
  const title = part.placeholder || t("choose");
  const words = chosen.length ? (most > 1 ? t("chosen", { names: chosen.join(", ") }) : chosen[0]) : title;
  const done = (values) => context.act(message, { kind: "choose", custom_id: part.custom_id, values });
  return el(
    "button",
    {
      type: "button",
      class: "select",
      disabled: part.disabled,
      "data-id": part.custom_id,
      "aria-haspopup": "dialog",
      "aria-label": `${title}${chosen.length ? `: ${chosen.join(", ")}` : ""}`,
      title: least < most ? t("choose_some", { least, most }) : null,
      onclick: () => choose(part, context, done),
    },
    el("span", {}, words),
    el("span", { "aria-hidden": "true" }, "▾"),
  );
}

function picture(shown, about, address) {
  const words = about ?? "";
  if (!shown) return el("p", { class: "quiet" }, words || address);
  const kept = here(shown.path);
  const size = { width: shown.width || null, height: shown.height || null };
  const image = el("img", { alt: words, ...size, src: kept, decoding: kept ? "sync" : "async" });
  if (!kept) file(shown.path).then((known) => (image.src = known), () => image.replaceWith(words));
  const open = () => large(shown.path, words);
  return el("button", { type: "button", class: "picture", title: t("larger"), onclick: open }, image);
}

function posted(one) {
  if (one.picture) return picture(one, one.about, one.name);
  const link = el("a", { class: "file", download: one.name }, `⤓ ${one.name}`);
  file(one.path).then((known) => (link.href = known), () => {});
  return link;
}

function embedded(embed, context) {
  const parts = [embed.title ? el("h4", {}, embed.title) : null, ...markdown(embed.description ?? "", context)];
  for (const field of embed.fields ?? []) parts.push(el("p", {}, el("b", {}, field.name)), ...markdown(field.value, context));
  if (embed.footer?.text) parts.push(el("p", { class: "small" }, embed.footer.text));
  return el("div", { class: "box" }, parts);
}
