// What there is to say about the field that was clicked or entered last, each fact with a way to its place in the files.
import type { PreviewProduct } from "./data.ts";
import type { Target } from "./editor/FileEditor.tsx";
import { fieldFacts } from "./fieldFacts.ts";
import type { OpenStep } from "./openStep.ts";
import type { Words } from "./words.ts";

interface Props {
  product: PreviewProduct;
  open: OpenStep;
  words: Words;
  name: string | null;
  onGo(target: Target): void;
}

export function FieldFacts({ product, open, words, name, onGo }: Props) {
  return (
    <section className="card studio-facts" aria-labelledby="studio-facts">
      <div className="card-head">
        <h3 id="studio-facts">Why {name === null ? "a field is as it is" : <code>{name}</code>}</h3>
      </div>
      {name === null && <p>Click a field of the form, or enter it by keyboard.</p>}
      {name !== null && (
        <dl>
          {fieldFacts(product, open, name, words).map(({ question, answer, at }) => (
            <div key={`${question} ${answer}`}>
              <dt>{question}</dt>
              <dd>
                {answer}
                {at && (
                  <button className="pv-try" type="button" onClick={() => onGo(at)}>
                    {at.file.split("/").at(-1)}: {at.pointer}
                  </button>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
