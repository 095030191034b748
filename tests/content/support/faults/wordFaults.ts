// Texts: keys, values in braces, signs, and the language that they are written in.
import {
  assign,
  dutch,
  french,
  frenchWords,
  type Mistakes,
  remove,
  respell,
  set,
  sharedDutch,
  sharedFrench,
} from "./fault.ts";

const HELP = "field.pay_in_terms.help";

const copied = "Verzekert fouten die uw klant maakt in zijn beroep.";

export const wordFaults: Mistakes = {
  [dutch]: {
    "a text of one blank": assign("", { title: " " }),
    "a value in straight quotes": assign("", { "why.liability.text": "Het aanbod van '{provider}'" }),
    "a text in one language": assign("", { "field.kvk.help": "Hulp" }),
    "a value that nothing gives": assign("", { "why.liability.text": "{nothing}" }),
    "a text that is no message": assign("", { title: "Titel {" }),
    "a text that one language lacks": remove("title"),
    "a text that nothing uses, in one language": assign("", { "field.revenue.tootip": "x" }),
    "a French text among the Dutch ones": set(
      "description",
      "Assurance pour les entreprises et leurs dirigeants avec une franchise",
    ),
    "a text that is still to come": set("description", "TBD"),
    "two blanks in a text": set("description", "Voor een  bedrijf"),
    "a blank after the name of a product": (c) => Object.assign(c, { name: `${c.name} ` }),
    "braces that are not closed": assign("", { [HELP]: "kwartaal {quarterly" }),
    "another name of a product": set("name", "Beroepsfouten"),
    "a misspelt text in one language, where a shared one takes its place": assign("", {
      "step.acceptanse.intro": "Tekst",
    }),
    "a key of a product that is misspelt in Dutch": respell("", "title", "tilte"),
  },
  [french]: {
    "values that differ": assign("", { title: "Titre {quarterly}" }),
    "a French sign that may stand alone on a line": assign("", { title: "Une assurance ?" }),
    "a French question whose sign has no space": assign("", { title: "Une assurance?" }),
    "a text that was copied and not translated": assign("", { description: copied }),
    "a key of a product that is misspelt in French": respell("", "title", "tilte"),
  },
  [sharedDutch]: {
    "a value that nothing gives in a text that all products share": assign("", {
      "wizard.field.kvk.help": "{nothing}",
    }),
    "a key of a section that is misspelt in Dutch": respell("", "wizard.section.company", "wizard.section.compani"),
    "a key of a help text that is misspelt": respell("", "wizard.field.kvk.help", "wizard.field.kvk.hepl"),
  },
  [sharedFrench]: {
    "a shared text that nothing uses": assign("", { "wizard.section.office": "x" }),
    "a key of a section that is misspelt in French": respell("", "wizard.section.company", "wizard.section.compani"),
    "a key of a button that is misspelt": respell("", "wizard.upload.choose", "wizard.upload.chose"),
  },
  [frenchWords]: {
    "a translation of a misspelt word": respell("", "Offerte aangemaakt", "Offerte aangemakt"),
  },
};
