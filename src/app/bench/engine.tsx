// `/bench?form=flat&n=50`, in development and bench builds only: our form alone, with session, contract compiled ahead,
// present() and SchemaForm, as a step opens them. n is one of the sizes of flat.ts.

import { contracts } from "virtual:bench-contracts";
import { IntlProvider } from "react-intl";
import { toContract } from "#engine/contract.ts";
import { CONVENTIONS } from "#engine/languages.ts";
import { present } from "#engine/present.ts";
import { createFormSession } from "#engine/session.ts";
import { SchemaForm } from "#widgets/Form.tsx";
import { loadTexts } from "../language.ts";
import { flatData, flatSchema, SIZES } from "./flat.ts";
import { counts, fields, offer } from "./page.ts";
import "#widgets/styles/index.css";

const STEP = "bench";
const schema = flatSchema(fields);
const data = flatData(fields);
const TODAY = "2026-11-20";
/** The texts as the app has them, compiled: without a parser in the page, plain ones would measure thrown errors. */
const messages = await loadTexts("nl");

/** Asked by every field that renders. */
const services = {
  after: () => {
    counts.renders += 1;
    return null;
  },
};

const raw = contracts[`flat${fields}`];
if (!raw) throw new Error(`n must be one of ${SIZES.join(", ")}`);
const validate = raw;

const place = document.createElement("main");
place.className = "container";
place.append(Object.assign(document.createElement("div"), { id: "root" }));
document.getElementById("app")?.append(place);

function open() {
  const ui = {};
  const source = { schema, ui };
  const presented = present(source, {
    step: STEP,
    meta: {},
    lists: {},
    features: {},
    today: TODAY,
    translate: () => null,
  });
  const contract = toContract(validate, STEP, source);
  const session = createFormSession({
    step: STEP,
    contract: (answers, context) => {
      counts.validations += 1;
      return contract(answers, context);
    },
    context: () => ({ lists: {}, today: TODAY }),
    data,
    schema: () => presented.schema,
  });
  return { presented, session };
}

offer(() => {
  const { presented, session } = open();
  return (
    <IntlProvider locale={CONVENTIONS.nl.locale} defaultLocale={CONVENTIONS.nl.locale} messages={messages as never}>
      <SchemaForm session={session} presented={presented} services={services} />
    </IntlProvider>
  );
});

// The runner mounts it itself, as often as it measures.
if (!new URLSearchParams(location.search).has("wait")) void window.bench.mount();
