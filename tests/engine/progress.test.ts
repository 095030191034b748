import { describe, expect, it } from "vitest";
import {
  fromProgressAnswer,
  openStep,
  type Progress,
  sendState,
  sidebarFor,
  toProgressAnswer,
} from "#engine/progress.ts";
import type { FlowManifest, FlowName, StepManifest } from "#engine/types.ts";
import { completeStep, startProgress, withExtraStep } from "../support/backEndProgress.ts";

const step = (key: string, more: Partial<StepManifest> = {}): StepManifest => ({
  key,
  kind: "form",
  sidebar: {
    why: "closed",
    premium: "open",
    request: "closed",
    send: key === "a" ? [] : ["quotation", "insurance-policy"],
  },
  ...more,
});
const flows: Record<FlowName, FlowManifest> = {
  newRequest: {},
  newTempRequest: { hide: ["continue-later"] },
  editQuote: { hide: ["insurance-policy"], steps: "disabled", sidebar: "last-step" },
  quoteToPolicy: { hide: ["quotation"] },
};
const manifest = { steps: [step("a"), step("b"), step("c"), step("extra", { extra: true })], flows };
const never = () => false;

/** `A` active, `C` completed, `x` disabled, `.` none of these. */
function drawn(progress: Progress): string {
  return Object.values(progress)
    .map((flags) => (flags.active ? "A" : flags.completed ? "C" : flags.disabled ? "x" : "."))
    .join("");
}

describe("progress", () => {
  it("starts at the first step without the extra one", () => {
    expect(drawn(startProgress(manifest, "newRequest"))).toBe("Axx");
    expect(drawn(startProgress(manifest, "editQuote"))).toBe("xxx");
  });
  it("goes on to the next step, and completes later steps again that still stand", () => {
    let progress = completeStep(startProgress(manifest, "newRequest"), "a", never);
    expect(drawn(progress)).toBe("CAx");
    progress = completeStep(completeStep(progress, "b", never), "c", never);
    expect(drawn(progress)).toBe("CCC");
    progress = openStep(progress, "a");
    expect(drawn(progress)).toBe("Axx");
    expect(drawn(completeStep(progress, "a", (key) => key === "b"))).toBe("CCA");
    expect(drawn(completeStep(progress, "a", () => true))).toBe("CCC");
    expect(drawn(completeStep(progress, "a", (key) => key === "c"))).toBe("CAx");
  });
  it("ignores steps it does not know", () => {
    const progress = startProgress(manifest, "newRequest");
    expect(openStep(progress, "zz")).toBe(progress);
    expect(completeStep(progress, "zz", never)).toBe(progress);
  });
  it("adds the extra step when answers call for it, open when nothing else is, and takes it away again", () => {
    const done = ["a", "b", "c"].reduce(
      (progress, key) => completeStep(progress, key, never),
      startProgress(manifest, "newRequest"),
    );
    const more = withExtraStep(manifest, done, true);
    expect(drawn(more)).toBe("CCCA");
    expect(withExtraStep(manifest, more, true)).toEqual(more);
    expect(drawn(withExtraStep(manifest, more, false))).toBe("CCC");
    expect(drawn(withExtraStep(manifest, startProgress(manifest, "newRequest"), true))).toBe("Axxx");
  });
  it("may be sent when all is complete but the extra step, and not after a dropout", () => {
    const done = ["a", "b", "c"].reduce(
      (progress, key) => completeStep(progress, key, never),
      startProgress(manifest, "newRequest"),
    );
    expect(sendState(manifest, startProgress(manifest, "newRequest"), { dropout: false })).toEqual({
      quotation: false,
      "insurance-policy": false,
      reason: "incomplete",
    });
    expect(sendState(manifest, withExtraStep(manifest, done, true), { dropout: false }).reason).toBeNull();
    expect(sendState(manifest, done, { dropout: true })).toMatchObject({ quotation: false, reason: "dropout" });
    expect(toProgressAnswer(manifest, withExtraStep(manifest, done, true), { dropout: false })).toMatchObject({
      total_steps: 4,
      completed_steps: 3,
    });
  });
  it("reads a back end that sends no disabled flag", () => {
    const data = {
      a: { active: false, completed: true },
      b: { active: true, completed: false },
      c: { active: false, completed: false },
    };
    expect(drawn(fromProgressAnswer(manifest, { data }))).toBe("CAx");
  });
  it("shows the premium while cover is changed, in a flow that shows the last step's blocks too", () => {
    const closed = { why: "closed", premium: "closed", request: "open", send: [] } as const;
    const last = {
      steps: [step("a", { sidebar: { ...closed, premium: "hidden", send: [] } }), step("b"), step("c")],
      flows,
    };
    last.steps[2] = step("c", { sidebar: { ...closed, send: [] } });
    const progress = startProgress(last, "editQuote");
    const premium = (open: string) => sidebarFor(last, "editQuote", openStep(progress, open)).premium;
    expect([premium("a"), premium("b"), premium("c")]).toEqual(["closed", "open", "closed"]);
  });
  it("chooses the sidebar by the open step and the flow", () => {
    expect(sidebarFor(manifest, "newRequest", startProgress(manifest, "newRequest")).send).toEqual([]);
    expect(sidebarFor(manifest, "editQuote", startProgress(manifest, "editQuote")).send).toEqual(["quotation"]);
    const second = completeStep(startProgress(manifest, "quoteToPolicy"), "a", never);
    expect(sidebarFor(manifest, "newRequest", second).premium).toBe("open");
    expect(sidebarFor(manifest, "quoteToPolicy", second).send).toEqual(["insurance-policy"]);
  });
});
