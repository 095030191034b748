// Texts of the documents and mail about a sent request, in the broker's language; shared, so that both say the same.
import type { Language } from "#engine/types.ts";

export type Outcome = "quotation" | "policy" | "referral";

interface Words {
  title: string;
  subject: string;
  text: string;
}
export const OUTCOME_WORDS: Record<Language, Record<Outcome, Words>> = {
  nl: {
    quotation: {
      title: "Offerte",
      subject: "Offerte {number} voor {company}",
      text: "De offerte {number} voor {company} staat klaar. U vindt het document in de bijlage en in het portaal.",
    },
    policy: {
      title: "Polis",
      subject: "Polis {number} voor {company}",
      text: "De polis {number} voor {company} is opgemaakt. U vindt het document in de bijlage en in het portaal.",
    },
    referral: {
      title: "Aanvraag",
      subject: "Aanvraag {number} voor {company}",
      text: "De aanvraag {number} voor {company} wordt beoordeeld door een acceptant. U hoort van ons zodra de beoordeling klaar is.",
    },
  },
  fr: {
    quotation: {
      title: "Devis",
      subject: "Devis {number} pour {company}",
      text: "Le devis {number} pour {company} est prêt. Vous trouverez le document en annexe et dans le portail.",
    },
    policy: {
      title: "Police",
      subject: "Police {number} pour {company}",
      text: "La police {number} pour {company} a été établie. Vous trouverez le document en annexe et dans le portail.",
    },
    referral: {
      title: "Demande",
      subject: "Demande {number} pour {company}",
      text: "La demande {number} pour {company} est examinée par un spécialiste de l’acceptation. Vous serez informé dès que l’examen est terminé.",
    },
  },
};

export const DOCUMENT_WORDS = {
  nl: {
    greeting: "Goedendag {name},",
    closing: "Met vriendelijke groet,",
    general: "Algemeen",
    product: "Product",
    relation: "Relatie",
    address: "Adres",
    kvk: "KVK-nummer",
    start: "Ingangsdatum",
    cover: "Dekking",
    perClaim: "Verzekerd bedrag per aanspraak",
    perYear: "Verzekerd bedrag per verzekeringsjaar",
    ownRisk: "Eigen risico per aanspraak",
    premium: "Premie",
    annual: "Premie per jaar, exclusief belasting",
    surcharge: "Toeslag voor betaling in termijnen",
    term: "Premie per termijn ({months} maanden)",
    tax: "Assurantiebelasting ({rate} %)",
    total: "Totaal per termijn",
    oneOff: "Eenmalige toeslag ({rate} %)",
    oneOffTotal: "Eenmalige toeslag inclusief belasting",
    answers: "Uw antwoorden",
    files: "Meegestuurde bestanden",
    yes: "Ja",
    no: "Nee",
    footer:
      "Dit document is opgemaakt op basis van de gegevens die u hebt ingevuld. Controleer ze en meld afwijkingen.",
  },
  fr: {
    greeting: "Bonjour {name},",
    closing: "Cordialement,",
    general: "Généralités",
    product: "Produit",
    relation: "Relation",
    address: "Adresse",
    kvk: "Numéro KVK",
    start: "Date d’effet",
    cover: "Garantie",
    perClaim: "Montant assuré par sinistre",
    perYear: "Montant assuré par année d’assurance",
    ownRisk: "Franchise par sinistre",
    premium: "Prime",
    annual: "Prime annuelle, hors taxe",
    surcharge: "Supplément pour paiement fractionné",
    term: "Prime par terme ({months} mois)",
    tax: "Taxe d’assurance ({rate} %)",
    total: "Total par terme",
    oneOff: "Supplément unique ({rate} %)",
    oneOffTotal: "Supplément unique, taxe comprise",
    answers: "Vos réponses",
    files: "Fichiers joints",
    yes: "Oui",
    no: "Non",
    footer:
      "Ce document est établi sur la base des données que vous avez saisies. Vérifiez-les et signalez toute différence.",
  },
} satisfies Record<Language, Record<string, string>>;

export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : all));
