// The diagram in the wizard's README is the one that the table of events gives.
import { expect, test } from "vitest";
import { diagram, readDiagram } from "./support/diagram.ts";

test("src/wizard/README.md shows the state diagram as the events are: node tests/wizard/support/diagram.ts writes it", () => {
  expect(readDiagram()).toBe(diagram());
});
