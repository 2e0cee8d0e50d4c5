// What opens over the page: a select's choices, a modal of the bot's, a picture shown large.

import { file } from "./api.js";
import { byId, el, t } from "./dom.js";

const TEXT = 4;
const SELECTS = new Set([3, 5, 6, 7, 8]);
const LABEL = 18;
const RADIO = 21;
const BOXES = 22;
const BOX = 23;
const MANY = 12; // choices from which a search is offered

/** What a select offers: its own options, or people and places for the kinds that mean those. */
export function offered(part, context) {
  if (part.type === 3) return part.options ?? [];
  const given = new Set((part.default_values ?? []).map((one) => String(one.id)));
  const some = [];
  if (part.type === 5 || part.type === 7) {
    for (const [value, label] of Object.entries(context.people)) some.push({ value, label });
  }
  if (part.type === 8) {
    for (const place of Object.values(context.places)) {
      if (place.kind !== "direct") some.push({ value: place.id, label: `#${place.name}` });
    }
  }
  return some.map((one) => ({ ...one, default: given.has(one.value) }));
}

/** How many a select takes at least and at most. */
export function bounds(part) {
  return [part.min_values ?? 1, part.max_values ?? 1];
}

/** Lets somebody choose in a select of a message: `done(values)` is called with what was chosen. One pick goes off at once. */
export function choose(part, context, done) {
  const options = offered(part, context);
  const [least, most] = bounds(part);
  const title = part.placeholder || t("choose");
  const list = el("div", { class: "choices" });
  const single = least === 1 && most === 1;
  const ready = el("button", { type: "button", class: "primary" }, t("submit"));
  const boxes = [];
  for (const option of options) {
    const words = el("span", { class: "words" }, option.label, option.description ? el("small", {}, option.description) : null);
    if (single) {
      const pick = () => {
        close();
        done([option.value]);
      };
      list.append(el("button", { type: "button", class: "choice", "aria-current": option.default ? "true" : null, onclick: pick }, words));
    } else {
      const box = el("input", { type: "checkbox", value: option.value });
      box.checked = Boolean(option.default);
      box.addEventListener("change", count);
      boxes.push(box);
      list.append(el("label", { class: "choice" }, box, words));
    }
  }
  function count() {
    const n = boxes.filter((box) => box.checked).length;
    ready.disabled = n < least || n > most;
    for (const box of boxes) box.disabled = !box.checked && n >= most;
  }
  ready.addEventListener("click", () => {
    close();
    done(boxes.filter((box) => box.checked).map((box) => box.value));
  });
  const hint = single ? null : el("p", { class: "quiet" }, least === most ? t("choose_exactly", { n: least }) : t("choose_some", { least, most }));
  const nothing = el("p", { class: "quiet", hidden: options.length > 0 }, t("nothing"));
  const search = options.length >= MANY ? el("input", { type: "search", "aria-label": t("filter"), placeholder: t("filter") }) : null;
  search?.addEventListener("input", () => {
    const wished = search.value.toLocaleLowerCase();
    let shown = 0;
    for (const choice of list.children) {
      choice.hidden = !choice.textContent.toLocaleLowerCase().includes(wished);
      shown += choice.hidden ? 0 : 1;
    }
    nothing.hidden = shown > 0;
  });
  open(title, [hint, search, list, nothing], single ? [] : [ready]);
  if (!single) count();
}

/** Shows a modal of the bot's: `send(values)` says whether it was taken; it stays open where it was not. */
export function modal(spec, context, send) {
  const fields = [];
  const body = (spec.components ?? []).map((part) => row(part, context, fields));
  const wrong = el("p", { class: "wrong", role: "alert", hidden: true }, t("options_wrong"));
  const ready = el("button", { type: "submit", class: "primary" }, t("submit"));
  const form = el("form", {}, body, wrong, el("div", { class: "ends" }, closer(t("cancel")), ready));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = {};
    for (const field of fields) {
      const value = field.value();
      if (value !== undefined) values[field.id] = value;
    }
    wrong.hidden = fields.every((field) => field.fits());
    if (!wrong.hidden) return;
    ready.disabled = true;
    const taken = await send(values);
    ready.disabled = false;
    if (taken) close();
    else wrong.hidden = false;
  });
  open(spec.title ?? "", [form], []);
}

function row(part, context, fields) {
  if (part.type === LABEL) {
    return control(part.component, part.label, part.description, context, fields);
  }
  if (part.type === 10) return el("div", { class: "text" }, context.text(part.content));
  if (part.components) return part.components.map((inner) => row(inner, context, fields));
  return control(part, part.label ?? part.placeholder ?? "", "", context, fields);
}

function control(part, label, about, context, fields) {
  const id = part.custom_id;
  const note = about ? el("small", {}, about) : null;
  if (part.type === TEXT) {
    const required = part.required !== false;
    const attributes = {
      required,
      minlength: part.min_length,
      maxlength: part.max_length ?? 4000,
      placeholder: part.placeholder,
    };
    const input = part.style === 2 ? el("textarea", { rows: 5, ...attributes }) : el("input", { type: "text", ...attributes });
    input.value = part.value ?? "";
    fields.push({ id, value: () => input.value, fits: () => true });
    return el("label", { class: "field" }, el("span", {}, label), note, input);
  }
  if (part.type === BOX) {
    const input = el("input", { type: "checkbox" });
    input.checked = Boolean(part.default);
    fields.push({ id, value: () => input.checked, fits: () => true });
    return el("label", { class: "choice" }, input, el("span", { class: "words" }, label, note));
  }
  const one = part.type === RADIO || (SELECTS.has(part.type) && bounds(part)[1] === 1);
  const options = SELECTS.has(part.type) ? offered(part, context) : (part.options ?? []);
  const inputs = options.map((option) => {
    const input = el("input", { type: one ? "radio" : "checkbox", name: id, value: option.value });
    input.checked = Boolean(option.default);
    return input;
  });
  const most = one ? 1 : (part.max_values ?? (part.type === BOXES ? options.length : 1));
  const required = part.required ?? SELECTS.has(part.type);
  const least = required ? Math.max(part.min_values ?? 1, 1) : 0;
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  fields.push({
    id,
    value: () => (part.type === RADIO ? chosen()[0] : chosen().length || required ? chosen() : undefined),
    fits: () => (!required && !chosen().length) || (chosen().length >= least && chosen().length <= most),
  });
  const rows = options.map((option, i) =>
    el("label", { class: "choice" }, inputs[i], el("span", { class: "words" }, option.label, option.description ? el("small", {}, option.description) : null)),
  );
  const count = !one && most < options.length ? el("small", {}, t("choose_some", { least, most })) : null;
  return el("fieldset", { class: "field" }, el("legend", {}, label), note, count, rows);
}

function open(title, parts, ends) {
  const sheet = byId("sheet");
  const head = el("div", { class: "head" }, el("h3", { id: "sheet-title" }, title), closer("×", "plain"));
  sheet.replaceChildren(...[head, ...parts, ends.length ? el("div", { class: "ends" }, closer(t("cancel")), ends) : null].filter(Boolean));
  if (!sheet.open) sheet.showModal();
  (sheet.querySelector("input:not([type=search]), textarea, .choice") ?? sheet).focus();
}

function closer(words, kind = "") {
  return el("button", { type: "button", class: kind, onclick: close, "aria-label": words === "×" ? t("close") : null }, words);
}

function close() {
  byId("sheet").close();
}

const PHONE = 600; // pixels below which the whole picture is hardly larger than in its message

/** Shows a picture large; a tap changes between the whole picture and its details, with which a phone begins. */
export async function large(path, about) {
  const image = byId("large-image");
  image.src = await file(path);
  image.alt = about;
  await image.decode();
  const dialog = byId("large");
  dialog.showModal();
  dialog.classList.remove("actual");
  const whole = image.getBoundingClientRect().width;
  dialog.style.setProperty("--actual", `${whole * (whole < PHONE ? 2.4 : 1.6)}px`);
  dialog.classList.toggle("actual", whole < PHONE);
  dialog.scrollTo(0, 0);
}

/** Makes the sheets close as people expect. */
export function prepare() {
  for (const id of ["sheet", "large"]) {
    const dialog = byId(id);
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
  }
  byId("large-close").addEventListener("click", () => byId("large").close());
  byId("large-picture").addEventListener("click", () => byId("large").classList.toggle("actual"));
}
