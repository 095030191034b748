// The commands that fast-check draws, runs and makes smaller.
import fc from "fast-check";
import * as act from "./acts.ts";
import { type Act, inTurn } from "./acts.ts";
import type { Base } from "./bases.ts";
import * as byHand from "./byHand.ts";
import { check } from "./checks.ts";
import * as inRecords from "./inRecords.ts";
import { tally } from "./tally.ts";
import type { Walk } from "./walk.ts";

export interface Model {
  walked: number;
}

class Command implements fc.AsyncCommand<Model, Walk> {
  private readonly kind: string;
  private readonly detail: string;
  private readonly act: Act;
  constructor(kind: string, detail: string, run: Act) {
    this.kind = kind;
    this.detail = detail;
    this.act = run;
  }
  /** Possible in any state: what the screen does not allow now does nothing. */
  check = () => true;
  async run(model: Model, walk: Walk): Promise<void> {
    model.walked += 1;
    const { open, wire } = walk;
    const { calls } = wire;
    await this.act(walk);
    tally(walk, this.kind, wire.calls > calls || walk.open !== open);
    await check(walk);
  }
  toString = () => `${this.kind} ${this.detail}`.trim();
}

const REGISTERED = ["42601653", "42620371", "42712573", "42793191"];
/** Also one that the register does not know, one that is none, and the relation's. */
const NUMBERS = [...REGISTERED, "40000000", "4260", "own"];
const VALUES = { company: "Eigen Naam B.V.", city: "Elders", street: "Zijstraat", legalform: "ST" };
const ACTIONS = ["quotation", "insurance-policy"] as const;

const plain = (kind: string, run: Act) => fc.constant(new Command(kind, "", run));
const of = <T>(kind: string, values: readonly T[], run: (value: T) => Act) =>
  fc.constantFrom(...values).map((value) => new Command(kind, String(value), run(value)));
const upTo = (top: number, kind: string, run: (index: number) => Act) =>
  fc.nat(top - 1).map((index) => new Command(kind, String(index), run(index)));

const typeNumber = (number: string) => act.typeNumber(number, REGISTERED[0]!);

/** Where the product asks for a sector. */
const ofSectors = [
  upTo(10, "sector", act.chooseSector),
  upTo(10, "sector, go on", (index) => inTurn(act.chooseSector(index), act.goOn)),
  of("mixed sectors", [true, false], byHand.mixSectors),
];

const ofAll = [
  of("number", NUMBERS, typeNumber),
  of("number, go on", REGISTERED, (number) => inTurn(typeNumber(number), act.goOn)),
  of("type", Object.entries(VALUES), ([field, value]) => act.typeField(field, value)),
  of("type city, number", REGISTERED, (number) => inTurn(act.typeField("city", VALUES.city), typeNumber(number))),
  upTo(3, "amount, go on", (index) => inTurn(act.changeAmount(index), act.goOn)),
  upTo(12, "cover", act.chooseCover),
  upTo(5, "back to", act.backTo),
  plain("go on", act.goOn),
  plain("complete", act.complete),
  plain("save for later", (walk) => walk.save("save")),
  plain("save, answer lost", act.losing("save", act.goOn)),
  plain("all no", act.allNo),
  plain("all no, undo", inTurn(act.allNo, act.undo)),
  upTo(4, "answer wrong", act.answerWrong),
  plain("other window", (walk) => walk.switch()),
  plain("open anew", act.reopen),
  plain("forge", byHand.forge),
  plain("price refused", byHand.priceRefused),
  of("send", ACTIONS, (action) => act.send(action, true)),
  of("complete, send", ACTIONS, (action) => inTurn(act.complete, act.send(action, true))),
  of("complete, send without word", ACTIONS, (action) => inTurn(act.complete, act.send(action, false))),
  of("send, answer lost", ACTIONS, (action) => act.losing("submit", act.send(action, true))),
  of("send, answer lost, open anew", ACTIONS, act.sendAndReopen),
  of("send twice", ACTIONS, act.sendTwice),
];

/** Where the product asks for records. */
const ofRecords = [
  upTo(4, "add a record", inRecords.addRecord),
  upTo(4, "remove a record", inRecords.removeRecord),
  upTo(4, "move a record", inRecords.moveRecord),
  upTo(4, "change a record", inRecords.changeRecord),
  upTo(4, "change a record, go on", (index) => inTurn(inRecords.changeRecord(index), act.goOn)),
  upTo(4, "add a record in both windows", (index) =>
    inTurn(inRecords.addRecord(index), (walk) => walk.switch(), inRecords.addRecord(index), act.goOn),
  ),
];

export const commandsFor = (base: Base) => [
  ...ofAll,
  ...(base.sectors.length > 0 ? ofSectors : []),
  ...(inRecords.findLists(base).length > 0 ? ofRecords : []),
];
