// The page: who plays, where, and what is seen there. All that is known comes from the server; nothing is decided here.

import { Refused, post, words } from "./api.js";
import { Writing } from "./commands.js";
import { byId, el, say, speak, t } from "./dom.js";
import { markdown, relative } from "./markdown.js";
import { article, badge } from "./messages.js";
import { modal, prepare } from "./sheet.js";

const PERIOD = 700; // milliseconds between two looks
const HIDDEN = 4000; // the same while the page is in the background
const SPAN = 40;
const AT_ONCE = 5000; // milliseconds after an act in which what follows is shown
const LONGEST_PRESS = 3000; // milliseconds for which a finger that rests on the page keeps it as it is

const state = {
  who: sessionStorage.getItem("who") ?? "",
  channel: sessionStorage.getItem("channel") ?? "",
  span: SPAN,
  version: "",
  seen: null,
  drawn: new Map(), // message id -> the JSON it was drawn from
  dismissed: new Set(JSON.parse(sessionStorage.getItem("dismissed") ?? "[]")),
  acted: 0, // when the last act was answered
  panel: "", // the id of the message that answered the last act and still asks: no post moves it out of sight
  writing: "", // for whom and where the commands were loaded
};

const context = {
  friends: [],
  people: {},
  places: {},
  jump,
  dismiss,
  draft: (name) => writing.draft(name),
  text: (words) => markdown(words, context),
  act: press,
};
const writing = new Writing({ here, context, act, say });

function here() {
  return { who: state.who, channel: state.channel };
}

// ------------------------------------------------------------------------ looking
let looking = null;

/** Looks once; a look that is under way for the same friend and place is waited for. */
function look() {
  looking ??= glance().finally(() => (looking = null));
  return looking;
}

let lift = () => {};
let lifted = Promise.resolve(); // once no finger is on the page: a button that is drawn anew under it would not be pressed

function waitForFinger() {
  lifted = new Promise((done) => {
    lift = done;
    setTimeout(done, LONGEST_PRESS);
  });
}

async function glance() {
  const asked = { ...here(), span: state.span, seen: state.version };
  let seen;
  try {
    seen = await post("look", asked);
  } catch (error) {
    if (error instanceof Refused) return refused(error);
    byId("asleep").hidden = false;
    return undefined;
  }
  byId("asleep").hidden = true;
  await lifted;
  if (asked.who !== state.who || asked.channel !== state.channel || asked.span !== state.span) return undefined;
  if (!seen.friends) return undefined; // nothing has changed
  if (state.seen && state.seen.born !== seen.born) {
    location.reload(); // the bot was started again, perhaps with another page
    return undefined;
  }
  state.version = seen.version;
  state.seen = seen;
  remember(seen.who, seen.channel);
  draw(seen);
  return undefined;
}

function refused(error) {
  say(t(error.message === "secret" ? "no_secret" : "silent"), !state.seen);
}

async function watch() {
  for (;;) {
    await new Promise((wake) => setTimeout(wake, document.hidden ? HIDDEN : PERIOD));
    await look();
  }
}

function remember(who, channel) {
  state.who = who;
  state.channel = channel;
  sessionStorage.setItem("who", who);
  sessionStorage.setItem("channel", channel);
}

// ------------------------------------------------------------------------ drawing
function draw(seen) {
  context.friends = seen.friends;
  context.people = seen.people;
  context.places = Object.fromEntries(seen.places.map((place) => [place.id, place]));
  drawFriends(seen);
  drawPlaces(seen);
  drawHead(seen);
  drawMessages(seen);
  if (state.writing !== `${state.who} ${state.channel}`) {
    state.writing = `${state.who} ${state.channel}`;
    writing.load().catch(() => (state.writing = ""));
  }
}

function drawFriends(seen) {
  const tabs = byId("friends");
  const focused = tabs.contains(document.activeElement);
  tabs.replaceChildren(
    ...seen.friends.map((friend) =>
      el(
        "button",
        {
          type: "button",
          role: "tab",
          "aria-label": friend.waiting ? `${friend.name}: ${t("to_move")}` : friend.name,
          "aria-selected": String(friend.id === seen.who),
          "aria-controls": "messages",
          tabindex: friend.id === seen.who ? 0 : -1,
          onclick: () => go(friend.id, state.channel),
        },
        el(
          "span",
          { class: "mark" },
          badge(friend, context),
          friend.waiting ? el("span", { class: "dot", title: t("to_move") }) : null,
        ),
        el("span", { class: "name", title: friend.name }, friend.name),
      ),
    ),
  );
  if (focused) tabs.querySelector("[aria-selected=true]").focus();
}

function drawPlaces(seen) {
  const list = byId("place-list");
  const focused = document.activeElement?.dataset?.place;
  const item = (place) =>
    el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          "data-place": place.id,
          "aria-current": place.id === seen.channel ? "page" : null,
          onclick: () => go(state.who, place.id),
        },
        el("span", { "aria-hidden": "true" }, { channel: "#", thread: "⤷", direct: "@" }[place.kind]),
        el("span", { class: "name" }, place.name),
        place.waiting ? el("span", { class: "dot", role: "img", "aria-label": t("move") }) : null,
      ),
    );
  const channels = seen.places.filter((place) => place.kind === "channel");
  const direct = seen.places.filter((place) => place.kind === "direct");
  const under = (parent) => seen.places.filter((place) => place.parent === parent.id);
  const groups = [el("h3", {}, seen.server)];
  for (const channel of channels) {
    const threads = under(channel);
    const group = item(channel);
    if (threads.length) group.append(el("ul", { class: "threads", "aria-label": t("threads") }, threads.map(item)));
    groups.push(el("ul", {}, group));
  }
  if (direct.length) groups.push(el("h3", {}, t("direct")), el("ul", {}, direct.map(item)));
  list.replaceChildren(...groups);
  if (focused) list.querySelector(`[data-place="${focused}"]`)?.focus();
}

function drawHead(seen) {
  const place = context.places[seen.channel];
  const name = `${place.kind === "channel" ? "#" : ""}${place.name}`;
  byId("place").textContent = name;
  const parent = place.parent ? context.places[place.parent] : null;
  const back = byId("back");
  back.hidden = !parent;
  if (parent) {
    back.setAttribute("aria-label", t("back_to", { place: `#${parent.name}` }));
    back.onclick = () => go(state.who, parent.id);
  }
  byId("text").placeholder = t("write");
  byId("text").setAttribute("aria-label", `${name}: ${t("write")}`);
  const mine = seen.friends.find((friend) => friend.id === seen.who)?.waiting;
  document.title = `${mine ? "● " : ""}${name} · Overwinter`;
}

function drawMessages(seen) {
  const scroll = byId("scroll");
  const list = byId("messages");
  const stick = atEnd() || Date.now() - state.acted < AT_ONCE;
  const shown = seen.messages.filter((message) => !state.dismissed.has(message.id));
  const newest = list.lastElementChild?.id;
  const last = shown.at(-1);
  const answer = shown.findLast((message) => message.private && !state.drawn.has(message.id));
  const ids = new Set(shown.map((message) => message.id));
  for (const id of [...state.drawn.keys()]) {
    if (!ids.has(id)) {
      state.drawn.delete(id);
      byId(`m${id}`)?.remove();
    }
  }
  let before = null;
  for (const message of shown) {
    const json = JSON.stringify(message);
    let node = byId(`m${message.id}`);
    if (state.drawn.get(message.id) !== json) {
      const made = article(message, context);
      if (node) swap(node, made);
      node = made;
      state.drawn.set(message.id, json);
    }
    const follows = before ? before.nextElementSibling : list.firstElementChild;
    if (follows !== node) list.insertBefore(node, follows);
    before = node;
  }
  fade(list);
  byId("earlier").hidden = !seen.more;
  byId("nothing").hidden = shown.length > 0;
  const acted = Date.now() - state.acted < AT_ONCE;
  if (acted && answer) state.panel = `m${answer.id}`;
  else if (acted && asks(byId(changed))) state.panel = changed;
  if (last && stick && newest !== `m${last.id}`) {
    show(byId(state.panel) ? state.panel : `m${last.id}`);
    if (acted && answer) byId(shownNow).focus({ preventScroll: true });
  } else if (stick && state.acted && changed) show(changed);
  changed = null;
  arrow();
}

/** Whether a message shows a picture to choose on, and not only links to look at things. */
function asks(node) {
  return !!node?.querySelector(".picture") && !!node.querySelector(".select, .press.primary, .press.green");
}

/** Fades the controls of panels that a later private message follows: its controls are the current ones. */
function fade(list) {
  const own = [...list.querySelectorAll(".message.private")];
  for (const node of own) node.classList.toggle("past", node !== own.at(-1) && !!node.querySelector('[data-id^="ow:b:more:"]'));
}

let shownNow = ""; // the id of the message that was scrolled to

/** Scrolls so that a message is in sight, from its beginning if it is higher than the window. */
function show(id) {
  const scroll = byId("scroll");
  const node = byId(id);
  if (!node) return;
  shownNow = id;
  if (node.offsetHeight > scroll.clientHeight) node.scrollIntoView({ block: "start" });
  else if (node === byId("messages").lastElementChild) scroll.scrollTop = scroll.scrollHeight;
  else node.scrollIntoView({ block: "nearest" });
}

let changed = null; // the id of the message that was answered by being edited

/** Puts a message's new element in the place of the old one, and the focus on the same control, or else on the message. */
function swap(old, made) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const controls = focused ? [...old.querySelectorAll("button")] : [];
  const end = atEnd();
  made.classList.toggle("busy", old.classList.contains("busy")); // until its press is answered
  old.replaceWith(made);
  if (focused) {
    const same = focused.dataset.id && [...made.querySelectorAll("button")].find((one) => one.dataset.id === focused.dataset.id);
    const alike = made.querySelectorAll("button")[controls.indexOf(focused)];
    const kept = [same, alike].find((one) => one && !one.disabled && one.textContent === focused.textContent);
    (kept ?? made).focus({ preventScroll: true });
  }
  if (end) byId("scroll").scrollTop = byId("scroll").scrollHeight;
}

/** Leaves what is in sight to the reader. */
function readerScrolled() {
  Object.assign(state, { acted: 0, panel: "" });
}

function atEnd() {
  const scroll = byId("scroll");
  return scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 60;
}

/** Offers the way to the newest message while none of it is in sight: over a high panel it would hide the panel's buttons. */
function arrow() {
  const last = byId("messages").lastElementChild;
  const seen = last && last.getBoundingClientRect().top < byId("scroll").getBoundingClientRect().bottom;
  byId("newest").hidden = seen || atEnd();
}

// -------------------------------------------------------------------------- going
/** Goes to a friend and a place; the browser's arrows lead back. */
async function go(who, channel, { message = null, push = true } = {}) {
  if (who !== state.who || channel !== state.channel) {
    remember(who, channel);
    Object.assign(state, { span: SPAN, version: "", acted: 0, panel: "" });
    if (push) history.pushState({ who, channel }, "", location.href);
    writing.clear();
    writing.closeForm();
    await looking;
    await look();
    byId("scroll").scrollTop = byId("scroll").scrollHeight;
  }
  menu(false);
  if (message) await find(message);
}

function jump(channel, message) {
  if (!context.places[channel]) say(t("missing"));
  else go(state.who, channel, { message });
}

async function find(message) {
  if (!byId(`m${message}`) && state.seen.more) {
    state.span = 1000;
    await looking;
    await look();
  }
  const found = byId(`m${message}`);
  if (!found) return say(t("missing"));
  found.scrollIntoView({ block: "start" });
  found.classList.remove("found");
  found.getBoundingClientRect(); // so that the class below begins its animation again
  found.classList.add("found");
  return undefined;
}

function menu(open) {
  byId("app").classList.toggle("menu", open);
  byId("open-places").setAttribute("aria-expanded", String(open));
  if (open) byId("close-places").focus();
}

// ------------------------------------------------------------------------- acting
async function press(message, deed) {
  const node = byId(`m${message.id}`);
  if (node?.classList.contains("busy")) return false; // pressed twice
  node?.classList.add("busy");
  const taken = await act({ ...deed, message: message.id }, node?.id);
  byId(`m${message.id}`)?.classList.remove("busy");
  return taken;
}

/** Does something as the friend who plays; whether the bot took it. What it answers is in sight afterwards. */
async function act(deed, edited = null) {
  const asked = { ...here(), ...deed };
  state.panel = "";
  let answer;
  try {
    answer = await post("act", asked);
  } catch (error) {
    if (error instanceof Refused) refused(error);
    else byId("asleep").hidden = false;
    return false;
  }
  state.acted = Date.now();
  await looking;
  changed = edited;
  await look();
  if (answer.refused) {
    say(t(deed.kind === "run" || deed.kind === "submit" ? "options_wrong" : "gone"));
    return false;
  }
  if (answer.answered === false) say(t("silent"));
  if (answer.modal) modal(answer.modal, context, (values) => act({ ...asked, kind: "submit", modal: answer.modal.id, values }));
  return answer.answered !== false;
}

function dismiss(id) {
  state.dismissed.add(id);
  sessionStorage.setItem("dismissed", JSON.stringify([...state.dismissed]));
  if (state.seen) drawMessages(state.seen);
}

async function developer() {
  const { url } = await post("developer");
  const open = el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, t("developer_open"));
  byId("developer").replaceWith(open);
  open.focus();
}

// ------------------------------------------------------------------------ starting
function wire() {
  document.addEventListener("pointerdown", waitForFinger);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(lift)); // after the click
  byId("open-places").addEventListener("click", () => menu(true));
  byId("close-places").addEventListener("click", () => menu(false));
  byId("shade").addEventListener("click", () => menu(false));
  byId("developer").addEventListener("click", developer);
  byId("scroll").addEventListener("scroll", arrow, { passive: true });
  for (const stopped of ["wheel", "touchmove"]) {
    byId("scroll").addEventListener(stopped, readerScrolled, { passive: true });
  }
  byId("newest").addEventListener("click", () => {
    readerScrolled();
    byId("scroll").scrollTop = byId("scroll").scrollHeight;
  });
  byId("skip-newest").addEventListener("click", () => {
    const node = byId("messages").lastElementChild;
    show(node?.id);
    node?.focus({ preventScroll: true });
  });
  byId("skip-text").addEventListener("click", () => byId("text").focus());
  byId("earlier").addEventListener("click", async () => {
    const scroll = byId("scroll");
    const below = scroll.scrollHeight - scroll.scrollTop;
    state.span += SPAN;
    state.acted = 0;
    await looking;
    await look();
    scroll.scrollTop = scroll.scrollHeight - below;
  });
  byId("friends").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || !state.seen) return;
    event.preventDefault();
    const ids = state.seen.friends.map((friend) => friend.id);
    go(ids[(ids.indexOf(state.who) + step + ids.length) % ids.length], state.channel);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && byId("app").classList.contains("menu")) menu(false);
    const free = document.activeElement === document.body || document.activeElement?.id === "scroll";
    if (event.key === "/" && free) {
      event.preventDefault();
      writing.showAll();
    }
  });
  window.addEventListener("popstate", (event) => {
    const { who, channel } = event.state ?? {};
    if (who) go(who, channel, { push: false });
  });
  window.addEventListener("hashchange", () => location.reload()); // another address was opened in this tab
  document.addEventListener("visibilitychange", () => document.hidden || look());
  new ResizeObserver(() => {
    if (Date.now() - state.acted < AT_ONCE) show(shownNow);
    arrow();
  }).observe(byId("below"));
  const grown = () => Date.now() - state.acted < AT_ONCE && show(shownNow); // a picture has its size once it is loaded
  byId("messages").addEventListener("load", grown, true);
  setInterval(() => {
    for (const time of document.querySelectorAll("time[data-relative]")) time.textContent = relative(Number(time.dataset.relative));
  }, 30_000);
}

async function start() {
  const told = await words();
  speak(told.words);
  document.documentElement.lang = told.language;
  for (const node of document.querySelectorAll("[data-words]")) node.textContent = t(node.dataset.words);
  for (const node of document.querySelectorAll("[data-label]")) {
    node.setAttribute("aria-label", t(node.dataset.label));
    if (node.tagName === "BUTTON") node.title = t(node.dataset.label);
  }
  prepare();
  wire();
  await look();
  if (!state.seen) return; // what is wrong has been said
  byId("app").hidden = false;
  history.replaceState(here(), "", location.href);
  byId("scroll").scrollTop = byId("scroll").scrollHeight;
  const newest = byId("messages").lastElementChild;
  if (newest?.classList.contains("private")) show(newest.id); // the list of games is higher than a phone
  watch();
}

start();
