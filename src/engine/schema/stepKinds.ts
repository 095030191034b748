// The kinds of steps, and how each differs for the code that judges or sends answers. What a kind shows besides its form is
// in `wizard/steps/StepBody.tsx`, what an author reads about it in `schemas/meta/product.schema.json`.

interface StepKind {
  /** Its answers are yes/no questions: only the back end knows which are wrong, and reports them after each answer. */
  judged?: true;
  /** It explains wrong answers: it is there while they ask for it, and its text and files go with the request. */
  explains?: true;
}

const kinds = {
  form: {},
  questions: { judged: true },
  explanation: { explains: true },
} as const satisfies Record<string, StepKind>;

export type StepKindName = keyof typeof kinds;
export const stepKinds: Record<StepKindName, StepKind> = kinds;

export const isJudged = ({ kind }: { kind: StepKindName }): boolean => stepKinds[kind].judged === true;
export const explainsAnswers = ({ kind }: { kind: StepKindName }): boolean => stepKinds[kind].explains === true;
