// Discord's text markup as elements. Nothing is ever parsed as HTML.

import { el } from "./dom.js";

const LINK = /^https?:\/\/[^\s<>]+/;
const POST = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;
const PAIRS = [
  ["**", "strong"],
  ["__", "u"],
  ["~~", "s"],
  ["*", "em"],
  ["_", "em"],
];
const TIMES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const SPANS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** How long ago or how soon, in words. `moment` is in seconds. */
export function relative(moment) {
  const away = moment - Date.now() / 1000;
  const words = new Intl.RelativeTimeFormat(navigator.language, { numeric: "auto" });
  for (const [unit, seconds] of SPANS) {
    if (Math.abs(away) >= seconds) return words.format(Math.round(away / seconds), unit);
  }
  return words.format(Math.round(away), "second");
}

/**
 * The elements of a text. `context` knows { people: {id: name}, places: {id: place}, jump(channel, message), draft(command) }.
 */
export function markdown(text, context) {
  const blocks = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    let found;
    if (line.startsWith("```")) {
      const end = lines.findIndex((other, i) => (i > at || line.slice(3).includes("```")) && other.endsWith("```"));
      const last = end < 0 ? lines.length - 1 : end;
      const code = lines.slice(at, last + 1).join("\n").replace(/^```(?:\w*\n)?/, "").replace(/```$/, "");
      blocks.push(el("pre", { tabindex: 0 }, el("code", {}, code.replace(/\n$/, ""))));
      at = last + 1;
    } else if ((found = /^(#{1,3}) +(.+)/.exec(line))) {
      blocks.push(el(`h${found[1].length + 3}`, { class: `size${found[1].length}` }, inline(found[2], context)));
      at += 1;
    } else if ((found = /^-# +(.+)/.exec(line))) {
      blocks.push(el("p", { class: "small" }, inline(found[1], context)));
      at += 1;
    } else if (/^>>> /.test(line)) {
      blocks.push(el("blockquote", {}, markdown(lines.slice(at).join("\n").slice(4), context)));
      at = lines.length;
    } else if (/^> /.test(line)) {
      const quoted = take(lines, at, /^> ?/);
      blocks.push(el("blockquote", {}, markdown(quoted.map((one) => one.replace(/^> ?/, "")).join("\n"), context)));
      at += quoted.length;
    } else if (/^ *([-*]|\d+\.) +\S/.test(line)) {
      const items = take(lines, at, /^ *([-*]|\d+\.) +\S|^ {2,}\S/);
      blocks.push(list(items, context));
      at += items.length;
    } else if (line.trim() === "") {
      at += 1;
    } else {
      const own = take(lines, at, /^(?!(#{1,3} |-# |>|```| *([-*]|\d+\.) +\S)).*\S/);
      const count = Math.max(own.length, 1);
      const words = lines.slice(at, at + count).flatMap((one, i) => (i ? [el("br"), ...inline(one, context)] : inline(one, context)));
      blocks.push(el("p", {}, words));
      at += count;
    }
  }
  return blocks;
}

function take(lines, from, fits) {
  let to = from;
  while (to < lines.length && fits.test(lines[to])) to += 1;
  return lines.slice(from, to);
}

function list(lines, context) {
  const ordered = /^ *(\d+)\./.exec(lines[0]);
  const made = el(ordered ? "ol" : "ul", ordered ? { start: ordered[1] } : {});
  for (const line of lines) {
    const item = /^( *)([-*]|\d+\.) +(.*)/.exec(line);
    if (item === null) made.lastChild?.append(el("br"), ...inline(line.trim(), context));
    else made.append(el("li", item[1].length > 1 ? { class: "deeper" } : {}, inline(item[3], context)));
  }
  return made;
}

function inline(text, context) {
  const nodes = [];
  let plain = "";
  const put = (...some) => {
    if (plain) nodes.push(plain);
    plain = "";
    nodes.push(...some);
  };
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const found = special(rest, text[at - 1] ?? " ", context);
    if (found === null) {
      plain += text[at];
      at += 1;
    } else {
      if (typeof found.node === "string") plain += found.node;
      else put(...[found.node].flat());
      at += found.length;
    }
  }
  put();
  return nodes;
}

function special(rest, before, context) {
  let found;
  if (rest[0] === "\\" && /[^\p{L}\p{N}\s]/u.test(rest[1] ?? "")) return { node: rest[1], length: 2 };
  if ((found = /^(`+)(.+?)\1(?!`)/.exec(rest))) return { node: el("code", {}, found[2].trim()), length: found[0].length };
  if ((found = /^\|\|(.+?)\|\|/.exec(rest))) return { node: spoiler(inline(found[1], context)), length: found[0].length };
  if (rest[0] === "<" && (found = mention(rest, context))) return found;
  if (rest[0] === "[" && (found = named(rest, context))) return found;
  if (/^https?:/.test(rest) && (found = LINK.exec(rest))) {
    const address = found[0].replace(/[.,:;!?)'"\]]+$/, "");
    return { node: link(address, null, context), length: address.length };
  }
  for (const [mark, tag] of PAIRS) {
    if (!rest.startsWith(mark)) continue;
    if (mark === "_" && /[\p{L}\p{N}]/u.test(before)) continue;
    const end = closing(rest, mark);
    if (end > mark.length) {
      return { node: el(tag, {}, inline(rest.slice(mark.length, end), context)), length: end + mark.length };
    }
  }
  return null;
}

function closing(rest, mark) {
  for (let at = mark.length; at < rest.length; at += 1) {
    if (rest[at] === "\\") at += 1;
    else if (rest.startsWith(mark, at)) {
      if (mark === "*" && rest.startsWith("**", at)) at += 1;
      else if (mark.length === 1 && (/\s/.test(rest[1]) || /\s/.test(rest[at - 1]))) return -1;
      else if (mark === "_" && /[\p{L}\p{N}]/u.test(rest[at + 1] ?? "")) continue;
      else return mark === "**" && rest.startsWith("***", at) ? at + 1 : at;
    }
  }
  return -1;
}

function named(rest, context) {
  const found = /^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s<>]+?)>?\)/.exec(rest);
  return found && { node: link(found[2], inline(found[1], context), context), length: found[0].length };
}

function mention(rest, context) {
  const found = /^<(?:@!?(\d+)|#(\d+)|@&(\d+)|t:(-?\d+)(?::([tTdDfFR]))?|\/([^:>]+):\d+|a?:(\w+):\d+|(https?:\/\/[^\s<>]+))>/.exec(rest);
  if (!found) return null;
  const [all, user, channel, role, moment, style, command, emoji, address] = found;
  let node;
  if (user) node = el("span", { class: "mention" }, `@${context.people[user] ?? "?"}`);
  else if (channel) node = place(channel, null, context);
  else if (role) node = el("span", { class: "mention" }, "@");
  else if (moment) node = time(Number(moment), style);
  else if (command) node = el("button", { type: "button", class: "mention", onclick: () => context.draft(command) }, `/${command}`);
  else if (emoji) node = `:${emoji}:`;
  else node = link(address, null, context);
  return { node, length: all.length };
}

function place(channel, message, context, words = null) {
  const known = context.places[channel];
  const name = known ? `${known.kind === "channel" ? "#" : ""}${known.name}` : "#…";
  const jump = () => context.jump(channel, message);
  return el("button", { type: "button", class: words ? "link" : "mention", onclick: jump }, words ?? (message ? `${name} ›` : name));
}

function link(address, words, context) {
  const post = POST.exec(address);
  if (post) return place(post[1], post[2] ?? null, context, words);
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, words ?? address);
}

function time(moment, style) {
  const date = new Date(moment * 1000);
  const full = new Intl.DateTimeFormat(navigator.language, TIMES.F).format(date);
  if (style === "R") return el("time", { datetime: date.toISOString(), title: full, "data-relative": moment }, relative(moment));
  const words = new Intl.DateTimeFormat(navigator.language, TIMES[style ?? "f"]).format(date);
  return el("time", { datetime: date.toISOString(), title: full }, words);
}

function spoiler(words) {
  const made = el("button", { type: "button", class: "spoiler", "aria-expanded": "false" }, el("span", {}, words));
  made.addEventListener("click", () => made.setAttribute("aria-expanded", "true"));
  return made;
}
