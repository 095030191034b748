// What a form session fills in by itself: constant defaults and values that follow other answers, for one open step.

import { withRecordIds } from "../fields/recordFields.ts";
import type { Schema } from "../schema/schema.ts";
import type { Answers, EvaluationContext } from "../schema/types.ts";
import { Defaults } from "./defaults.ts";
import { Starts } from "./starts.ts";

type Path = readonly string[];

export interface FillingOptions {
  /** The display schema as it is now. */
  schema(): Schema;
  context(): EvaluationContext;
  /** Whether the step was saved before. */
  isStored?(): boolean;
}

export class Filling {
  readonly #defaults = new Defaults();
  readonly #starts = new Starts();
  readonly #options: FillingOptions;
  readonly #isEntered: (path: Path) => boolean;

  constructor(options: FillingOptions, isEntered: (path: Path) => boolean) {
    this.#options = options;
    this.#isEntered = isEntered;
  }

  /** Fills the answers of the whole step, as it opens. */
  opened(data: Answers): Answers {
    this.#starts.open(this.#isStored());
    return this.#started(this.#defaulted(data));
  }

  /** Fills after fields were changed: by the broker, or with values from elsewhere. */
  changed(data: Answers, paths: readonly Path[], isReceived: boolean): Answers {
    if (isReceived) this.#starts.received(paths);
    else this.#starts.edited(this.#options.schema(), data, paths);
    return this.#started(this.#defaulted(data));
  }

  /** Fills after lists, other steps or the schema changed. `saved`: what counts as saved where nothing was entered since the last save. */
  renewed(data: Answers): { data: Answers; saved: Answers } {
    const defaulted = this.#defaulted(data);
    const filled = this.#started(defaulted);
    // A stored answer that follows another step is to be saved again.
    return { data: filled, saved: this.#isStored() ? defaulted : filled };
  }

  #isStored = (): boolean => this.#options.isStored?.() === true;

  #defaulted(data: Answers): Answers {
    const { schema, context } = this.#options;
    return this.#defaults.fill(schema(), withRecordIds(schema(), data), context(), this.#isEntered);
  }

  #started = (data: Answers): Answers => this.#starts.fill(this.#options.schema(), data, this.#options.context());
}
