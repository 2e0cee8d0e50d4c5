// Writing: messages, and slash commands by typing, by a list, or by the row of buttons for beginners.

import { post } from "./api.js";
import { byId, el, t } from "./dom.js";

const INTEGER = 4;
const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const NUMBER = 10;
const FILE = 11;
const QUICK = [
  ["play", "play"],
  ["hand", "move"],
  ["board", "board"],
  ["log", "log"],
  ["rules", "rules"],
];
const PAUSE = 150; // milliseconds without a key before suggestions are asked for

/**
 * The part of the page in which one writes. `page` knows here(): {who, channel}, context, act(deed) and say(sentence).
 */
export class Writing {
  constructor(page) {
    this.page = page;
    this.known = [];
    this.text = byId("text");
    this.list = byId("suggestions");
    this.form = byId("command");
    this.active = -1;
    this.fields = [];
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.text.addEventListener("input", () => this.typed());
    this.text.addEventListener("keydown", (event) => this.key(event));
    this.text.addEventListener("blur", () => setTimeout(() => this.hideUnlessInside(), 150));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.run();
    });
    this.form.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) this.closeForm();
    });
  }

  /** Loads the commands that there are in this place for this friend. */
  async load() {
    const { who, channel } = this.page.here();
    this.known = await post("commands", { who, channel });
    const buttons = QUICK.flatMap(([name, word]) => {
      const command = this.known.find((one) => one.name === name);
      return command ? [el("button", { type: "button", onclick: () => this.begin(command, {}, true) }, t(word))] : [];
    });
    if (this.known.length) {
      buttons.push(el("button", { type: "button", title: t("all_commands"), onclick: () => this.showAll() }, t("more")));
    }
    byId("quick").replaceChildren(...buttons);
  }

  /** Begins a command by its name, as a mention of it in a text does. */
  draft(name) {
    const command = this.known.find((one) => one.name === name || one.shown === name);
    if (command) this.begin(command);
    else this.page.say(t("no_command"));
  }

  // ------------------------------------------------------------------- the text
  typed() {
    this.grow();
    const words = this.text.value;
    if (!words.startsWith("/")) return this.hide();
    const typed = words.slice(1).toLowerCase();
    const whole = typed.endsWith(" ") && this.known.find((one) => one.shown === typed.trim());
    if (whole && whole.options.length) return this.begin(whole);
    const sought = typed.trim();
    const first = this.known.filter((one) => one.shown.startsWith(sought));
    const rest = this.known.filter((one) => !one.shown.startsWith(sought) && `${one.shown} ${one.about}`.toLowerCase().includes(sought));
    this.offer([...first, ...rest]);
    return undefined;
  }

  grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 160)}px`;
  }

  key(event) {
    if (event.isComposing) return;
    const shown = !this.list.hidden;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (shown && this.active >= 0 && !this.parsed()) this.list.children[this.active].click();
      else this.send();
    } else if (shown && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.mark(this.active + (event.key === "ArrowDown" ? 1 : -1));
    } else if (shown && event.key === "Tab" && this.active >= 0) {
      event.preventDefault();
      this.list.children[this.active].click();
    } else if (event.key === "Escape") this.hide();
  }

  showAll() {
    this.closeForm();
    this.text.value = "/";
    this.text.focus();
    this.typed();
  }

  offer(commands) {
    const rows = commands.map((command, i) =>
      el(
        "div",
        { role: "option", id: `suggestion${i}`, onclick: () => this.begin(command, {}, !command.options.length) },
        el("b", {}, `/${command.shown}`),
        el("span", {}, command.about),
      ),
    );
    this.list.replaceChildren(...(rows.length ? rows : [el("p", { class: "quiet" }, t("no_command"))]));
    this.list.hidden = false;
    this.text.setAttribute("aria-expanded", "true");
    this.mark(rows.length ? 0 : -1);
  }

  mark(i) {
    const rows = this.list.querySelectorAll("[role=option]");
    if (!rows.length) return;
    this.active = (i + rows.length) % rows.length;
    rows.forEach((row, n) => row.setAttribute("aria-selected", String(n === this.active)));
    rows[this.active].scrollIntoView({ block: "nearest" });
    this.text.setAttribute("aria-activedescendant", rows[this.active].id);
  }

  hide() {
    this.list.hidden = true;
    this.active = -1;
    this.text.setAttribute("aria-expanded", "false");
    this.text.removeAttribute("aria-activedescendant");
  }

  hideUnlessInside() {
    if (document.activeElement !== this.text && !this.list.contains(document.activeElement)) this.hide();
  }

  /** The command and options in what was typed, "/play game:amundsen" or "/move take c1"; null for other words. */
  parsed() {
    const words = this.text.value.slice(1).trim();
    if (!this.text.value.startsWith("/")) return null;
    const fits = this.known.filter((one) => words === one.shown || words.startsWith(`${one.shown} `));
    const command = fits.sort((a, b) => b.shown.length - a.shown.length)[0];
    if (!command) return null;
    const rest = words.slice(command.shown.length).trim();
    const values = {};
    const names = command.options.map((option) => option.shown);
    const pieces = rest.split(new RegExp(`(?:^|\\s)(${names.join("|")}):\\s*`));
    if (names.length && pieces.length > 1) {
      for (let i = 1; i < pieces.length; i += 2) {
        values[command.options.find((option) => option.shown === pieces[i]).name] = pieces[i + 1].trim();
      }
    } else if (rest && names.length) values[command.options[0].name] = rest;
    return { command, values };
  }

  async send() {
    const words = this.text.value.trim();
    if (!words) return;
    if (!words.startsWith("/")) {
      this.clear();
      if (!(await this.page.act({ kind: "write", words }))) this.text.value ||= words;
      return;
    }
    const found = this.parsed();
    if (found) this.begin(found.command, found.values, true);
    else this.page.say(t("no_command"));
  }

  clear() {
    this.text.value = "";
    this.grow();
    this.hide();
  }

  // ---------------------------------------------------------- a command's options
  /** Opens the form of a command; with `now` it runs at once where nothing that it needs is missing. */
  begin(command, values = {}, now = false) {
    this.clear();
    if (now && command.options.every((option) => !option.required || option.name in values) && this.plain(command, values)) {
      this.closeForm();
      return this.runAtOnce(command, values);
    }
    this.command = command;
    this.fields = command.options.map((option) => this.field(option, values[option.name]));
    const ends = el(
      "div",
      { class: "ends" },
      el("button", { type: "button", onclick: () => this.closeForm() }, t("cancel")),
      el("button", { type: "submit", class: "primary" }, t("run")),
    );
    const head = el("div", { class: "head" }, el("b", {}, `/${command.shown}`), el("span", {}, command.about));
    this.form.replaceChildren(head, el("div", { class: "fields" }, this.fields.map((field) => field.node)), ends);
    this.form.hidden = false;
    (this.form.querySelector("input, select") ?? this.form.querySelector("[type=submit]")).focus();
    return undefined;
  }

  /** Runs a command as it was typed; its form opens where that does not fit. */
  async runAtOnce(command, values) {
    const taken = await this.page.act({ kind: "run", command: command.name, options: this.matched(command, values) });
    if (!taken && command.options.length) this.begin(command, values);
  }

  plain(command, values) {
    return Object.keys(values).every((name) => ![USER, CHANNEL, FILE].includes(command.options.find((one) => one.name === name).type));
  }

  /** Typed values with the names of choices and yes and no taken for what they mean. */
  matched(command, values) {
    return Object.fromEntries(
      Object.entries(values).map(([name, typed]) => {
        const option = command.options.find((one) => one.name === name);
        const choice = option.choices.find((one) => one.name.toLowerCase() === typed.toLowerCase());
        if (option.type === BOOLEAN) return [name, [t("yes"), "yes", "true"].includes(typed.toLowerCase())];
        return [name, choice ? choice.value : typed];
      }),
    );
  }

  closeForm() {
    const open = !this.form.hidden;
    this.form.hidden = true;
    this.form.replaceChildren();
    this.fields = [];
    if (open && matchMedia("(pointer: fine)").matches) this.text.focus({ preventScroll: true }); // on a phone, that is a keyboard
  }

  async run() {
    const options = {};
    for (const field of this.fields) {
      const value = await field.value();
      if (value !== undefined) options[field.option.name] = value;
    }
    const name = this.command.name;
    const button = this.form.querySelector("[type=submit]");
    button.disabled = true;
    const taken = await this.page.act({ kind: "run", command: name, options });
    button.disabled = false;
    if (taken) this.closeForm();
  }

  field(option, given) {
    const label = el("span", {}, option.shown, " ", el("small", {}, option.required ? t("needed") : t("optional")));
    const about = el("small", { class: "about" }, option.about);
    const choices = this.choices(option);
    if (choices) {
      const select = el("select", { required: option.required }, el("option", { value: "" }, "—"));
      choices.forEach((choice, i) => select.append(el("option", { value: i }, choice.name)));
      const known = choices.findIndex((choice) => [choice.name, String(choice.value)].includes(given));
      if (known >= 0) select.value = String(known);
      const value = () => (select.value === "" ? undefined : choices[Number(select.value)].value);
      return { option, node: el("label", { class: "field" }, label, select, about), value };
    }
    if (option.type === FILE) {
      const input = el("input", { type: "file", required: option.required });
      const value = async () => input.files.length ? { name: input.files[0].name, data: await encoded(input.files[0]) } : undefined;
      return { option, node: el("label", { class: "field" }, label, input, about), value };
    }
    const numeric = option.type === INTEGER || option.type === NUMBER;
    const input = el("input", { type: "text", required: option.required, inputmode: numeric ? "decimal" : null, maxlength: 4000 });
    input.value = given ?? "";
    if (option.suggests) return this.suggesting(option, label, about, input);
    return { option, node: el("label", { class: "field" }, label, input, about), value: () => input.value.trim() || undefined };
  }

  choices(option) {
    if (option.choices.length && !option.suggests) return option.choices;
    if (option.type === BOOLEAN) return [{ name: t("yes"), value: true }, { name: t("no"), value: false }];
    if (option.type === USER) return Object.entries(this.page.context.people).map(([value, name]) => ({ name, value }));
    if (option.type !== CHANNEL) return null;
    const places = Object.values(this.page.context.places).filter((place) => place.kind !== "direct");
    return places.map((place) => ({ name: `#${place.name}`, value: place.id }));
  }

  /** A field whose values the bot suggests while one types. */
  suggesting(option, label, about, input) {
    const id = `of-${option.name}`;
    const list = el("div", { role: "listbox", id, class: "suggested", hidden: true });
    let picked = null;
    let active = -1;
    let timer = 0;
    let asked = 0;
    const rows = () => [...list.querySelectorAll("[role=option]")];
    const mark = (i) => {
      const all = rows();
      active = all.length ? (i + all.length) % all.length : -1;
      all.forEach((row, n) => row.setAttribute("aria-selected", String(n === active)));
      all[active]?.scrollIntoView({ block: "nearest" });
      if (active >= 0) input.setAttribute("aria-activedescendant", all[active].id);
      else input.removeAttribute("aria-activedescendant");
    };
    const hide = () => {
      list.hidden = true;
      input.setAttribute("aria-expanded", "false");
      mark(-1);
      active = -1;
    };
    const suggest = async () => {
      const number = (asked += 1);
      const options = {};
      for (const field of this.fields) {
        const value = field.option === option || field.option.type === FILE ? undefined : await field.value();
        if (value !== undefined) options[field.option.name] = value;
      }
      const typed = picked ? String(picked.value) : input.value;
      const answer = await post("act", { ...this.page.here(), kind: "suggest", command: this.command.name, option: option.name, typed, options });
      if (number !== asked || document.activeElement !== input) return;
      const found = (answer.choices ?? []).filter((choice) => !picked || String(choice.value) !== String(picked.value));
      list.replaceChildren(
        ...found.map((choice, i) => el("div", { role: "option", id: `${id}-${i}`, onclick: () => pick(choice) }, choice.name)),
      );
      if (!found.length && !picked) list.replaceChildren(el("p", { class: "quiet" }, t("nothing")));
      list.hidden = !list.children.length;
      input.setAttribute("aria-expanded", String(!list.hidden));
      active = -1;
    };
    const pick = (choice) => {
      picked = choice;
      input.value = choice.name;
      hide();
      input.focus();
      suggest();
    };
    input.addEventListener("input", () => {
      picked = null;
      clearTimeout(timer);
      timer = setTimeout(suggest, PAUSE);
    });
    input.addEventListener("focus", suggest);
    input.addEventListener("blur", () => setTimeout(() => list.contains(document.activeElement) || hide(), 200));
    input.addEventListener("keydown", (event) => {
      if (list.hidden) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        mark(active + (event.key === "ArrowDown" ? 1 : active < 0 ? 0 : -1));
      } else if ((event.key === "Enter" || event.key === "Tab") && active >= 0) {
        event.preventDefault();
        rows()[active].click();
      } else if (event.key === "Escape") {
        event.preventDefault();
        hide();
      }
    });
    list.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
    for (const [name, value] of Object.entries({ role: "combobox", "aria-expanded": "false", "aria-controls": id, "aria-autocomplete": "list" })) {
      input.setAttribute(name, value);
    }
    const node = el("div", { class: "field" }, el("label", {}, label, input), list, about);
    return { option, node, value: () => (picked ? picked.value : input.value.trim() || undefined) };
  }
}

async function encoded(chosen) {
  const bytes = new Uint8Array(await chosen.arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
