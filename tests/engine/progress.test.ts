import { describe, expect, it } from "vitest";
import type { FlowManifest, FlowName, StepManifest } from "#engine/schema/types.ts";
import {
  foldProgress,
  fromProgressAnswer,
  openStep,
  type Progress,
  sendState,
  sidebarFor,
  toProgressAnswer,
} from "#engine/steps/progress.ts";

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
/** The progress when the named steps are complete. `wrong`: an answer requires the extra step. */
const standing = (steps = "", wrong = false) =>
  foldProgress(
    manifest,
    (key) => steps.includes(key),
    ({ extra }) => !extra || wrong,
  );

/** `A` active, `C` completed, `x` disabled, `.` none of these. */
function drawn(progress: Progress): string {
  return Object.values(progress)
    .map((flags) => (flags.active ? "A" : flags.completed ? "C" : flags.disabled ? "x" : "."))
    .join("");
}

describe("progress", () => {
  it("starts at the first step without the extra one", () => {
    expect(drawn(standing())).toBe("Axx");
  });
  it("goes on to the first step that is not complete, whatever follows it", () => {
    expect(drawn(standing("a"))).toBe("CAx");
    expect(drawn(standing("ab"))).toBe("CCA");
    expect(drawn(standing("ac"))).toBe("CAx");
    expect(drawn(standing("abc"))).toBe("CCC");
  });
  it("closes what follows a step that is opened, and ignores one it does not know", () => {
    expect(drawn(openStep(standing("abc"), "a"))).toBe("Axx");
    expect(drawn(openStep(standing("abc"), "b"))).toBe("CAx");
    const progress = standing();
    expect(openStep(progress, "zz")).toBe(progress);
  });
  it("adds the extra step when answers require it, open when all before it are complete", () => {
    expect(drawn(standing("abc", true))).toBe("CCCA");
    expect(drawn(standing("", true))).toBe("Axxx");
  });
  it("may be sent when all is complete but the extra step, and not after a dropout", () => {
    expect(sendState(manifest, standing(), { dropout: false })).toEqual({
      quotation: false,
      "insurance-policy": false,
      reason: "incomplete",
    });
    const extra = standing("abc", true);
    expect(sendState(manifest, extra, { dropout: false }).reason).toBeNull();
    expect(sendState(manifest, standing("abc"), { dropout: true })).toMatchObject({
      quotation: false,
      reason: "dropout",
    });
    expect(toProgressAnswer(manifest, extra, { dropout: false })).toMatchObject({ total_steps: 4, completed_steps: 3 });
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
    const progress = foldProgress(
      last,
      () => false,
      () => true,
    );
    const premium = (open: string) => sidebarFor(last, "editQuote", openStep(progress, open)).premium;
    expect([premium("a"), premium("b"), premium("c")]).toEqual(["closed", "open", "closed"]);
  });
  it("chooses the sidebar by the open step and the flow", () => {
    expect(sidebarFor(manifest, "newRequest", standing()).send).toEqual([]);
    expect(sidebarFor(manifest, "editQuote", standing()).send).toEqual(["quotation"]);
    const second = standing("a");
    expect(sidebarFor(manifest, "newRequest", second).premium).toBe("open");
    expect(sidebarFor(manifest, "quoteToPolicy", second).send).toEqual(["insurance-policy"]);
  });
});
