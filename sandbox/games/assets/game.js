// The page of one game, or of the lobby. It keeps no state of its own: after
// each step the server answers with the balance, the table and the history.
"use strict";

const body = document.body;
const base = body.dataset.session;
const kind = Number(body.dataset.kind || 0);
const byId = (id) => document.getElementById(id);
let openRound = "";
let busy = false;

const suits = { S: "♠", H: "♥", D: "♦", C: "♣" };

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

// A tile shows its number of dots; the blank is an empty frame.
function tile(value) {
  const made = element("div", "card tile");
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", value === "0" ? "白板" : value + "筒");
  if (value === "0") {
    made.append(element("i", "blank"));
    return made;
  }
  const dots = element("i", "dots d" + value);
  for (let n = 0; n < Number(value); n++) dots.append(element("b"));
  made.append(dots);
  return made;
}

function playingCard(code) {
  const suit = code[0];
  const red = suit === "H" || suit === "D";
  const made = element("div", "card" + (red ? " red" : ""));
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", suits[suit] + code.slice(1));
  made.append(element("span", "rank", code.slice(1)), element("span", "suit", suits[suit]));
  return made;
}

function back() {
  const made = element("div", "card face-down");
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", "未开的牌");
  return made;
}

function showHand(id, hand, covered) {
  const cards = byId(id).querySelector(".cards");
  const faces = covered
    ? Array.from({ length: covered }, back)
    : hand.cards.map((c) => (kind === 720 ? tile(c) : playingCard(c)));
  cards.replaceChildren(...faces);
  byId(id).querySelector(".hand-name").textContent = covered ? "？" : hand.name;
}

function showTable(table) {
  openRound = table && table.open ? table.id : "";
  byId("deal").hidden = openRound !== "";
  byId("reveal").hidden = openRound === "";
  for (const set of document.querySelectorAll("fieldset")) set.disabled = openRound !== "";
  if (!table) return;
  showHand("right", table.right, 0);
  showHand("left", table.left, table.open ? table.right.cards.length : 0);
  const result = byId("result");
  if (table.open) {
    result.className = "result";
    result.textContent = "已下注 " + table.stake + "，请开牌";
    return;
  }
  result.className = "result " + table.outcome;
  if (table.outcome === "win") result.textContent = "赢 +" + table.profit;
  else if (table.outcome === "lose") result.textContent = "输 " + table.profit;
  else result.textContent = "平局，退回本金";
}

const statusText = { open: "进行中", void: "已取消" };

function showHistory(lines) {
  byId("history-empty").hidden = lines.length > 0;
  const table = byId("history");
  table.hidden = lines.length === 0;
  table.tBodies[0].replaceChildren(
    ...lines.map((line) => {
      const row = element("tr");
      const profit = element("td", "", line.profit || statusText[line.status] || "");
      if (line.profit && line.profit.startsWith("-")) profit.className = "lose";
      else if (line.profit && line.profit !== "0.00") {
        profit.className = "win";
        profit.textContent = "+" + line.profit;
      }
      row.append(element("td", "", line.at.slice(5)), element("td", "", line.game), element("td", "", line.stake), profit);
      return row;
    }),
  );
}

function say(text) {
  const place = byId("result") || byId("notice");
  place.hidden = false;
  place.className = place.id === "result" ? "result warn" : "notice";
  place.textContent = text;
}

// The way to more money leads over the platform; visitors have none.
function sayShort(text) {
  say(text);
  const back = document.querySelector('a.back[target="_top"]');
  if (!back) return;
  for (const [name, page] of [["去转入余额", "Transfer"], ["去存款", "Deposit"]]) {
    const address = new URL(back.href);
    address.hash = "#/" + page;
    const link = document.createElement("a");
    link.className = "back";
    link.target = "_top";
    link.href = address.href;
    link.textContent = name;
    (byId("result") || byId("notice")).append(" ", link);
  }
}

function showView(view) {
  byId("balance").textContent = view.balance;
  showHistory(view.history);
  if (kind === 0) {
    if (view.table) say("您还有一局没有开牌，请进入游戏继续。");
    return;
  }
  if (view.table && view.table.kind !== kind) {
    say("您在另一个游戏还有一局没有开牌。");
    return;
  }
  showTable(view.table);
}

async function step(path, form) {
  if (busy) return;
  busy = true;
  for (const button of document.querySelectorAll("button")) button.disabled = true;
  try {
    const answer = await fetch(base + path, form ? { method: "POST", body: form } : {});
    const view = await answer.json();
    if (answer.ok) showView(view);
    else if (view.error === "余额不足") sayShort(view.error);
    else say(view.error);
  } catch {
    say("网络异常，请重试");
  } finally {
    busy = false;
    for (const button of document.querySelectorAll("button")) button.disabled = false;
  }
}

if (kind) {
  byId("bet").addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = new FormData(event.target);
    step("/rounds", new URLSearchParams({ kind: String(kind), stake: chosen.get("stake"), side: chosen.get("side") }));
  });
  byId("reveal").addEventListener("click", () => step("/rounds/" + openRound + "/reveal", new URLSearchParams()));
}
step("/state");
