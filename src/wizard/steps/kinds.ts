// What a kind of step shows above its form.
import type { ComponentType } from "react";
import type { StepKindName } from "#engine/stepKinds.ts";
import { WrongAnswers } from "./WrongAnswers.tsx";

export const aboveForm: Record<StepKindName, ComponentType | null> = {
  form: null,
  questions: null,
  explanation: WrongAnswers,
};
