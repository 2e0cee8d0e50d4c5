// Elements without a framework, and the words that are written on them.

let told = {};

/** Takes over the words of the reader's language. */
export function speak(words) {
  told = words;
}

/** A word or sentence by its key, with what its braces stand for. */
export function t(key, fields = {}) {
  return (told[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => fields[name] ?? all);
}

/**
 * An element: el("button", { type: "button", class: "x", onclick }, "text", node).
 * Properties beginning with "on" are listeners; true sets an attribute without a value, null, undefined and false leave it out.
 */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** The element of the page with an id. */
export function byId(id) {
  return document.getElementById(id);
}

let quiet = 0;

/** Shows a sentence, for a few seconds unless it is to stay, and tells it to screen readers. */
export function say(sentence, stay = false) {
  const word = byId("word");
  word.textContent = sentence;
  word.hidden = false;
  clearTimeout(quiet);
  if (!stay) quiet = setTimeout(() => (word.hidden = true), 6000);
}
