// The words of the studio's screen, in both languages. Names of fields and members come from the product and the meta-schemas.
import type { Language } from "#engine/schema/types.ts";
import { inEachLanguage, LANGUAGES } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { CHANGES_WORDS } from "../changes/words.ts";
import { EDITOR_WORDS } from "../editor/words.ts";
import { PRODUCT_WORDS } from "../product/words.ts";
import { REQUEST_WORDS } from "../request/words.ts";
import { ADD_WORDS } from "./add/words.ts";
import { FINDING_WORDS } from "./findings/words.ts";
import { RULE_WORDS } from "./rules/ruleWords.ts";
import { TABLE_WORDS } from "./tables/words.ts";
import { TEXTS_WORDS } from "./texts/words.ts";

const WORDS = {
  ...ADD_WORDS,
  outline: ["Inhoud", "Contenu"],
  form: ["Formulier", "Formulaire"],
  panel: ["Eigenschappen", "Propriétés"],
  status: ["Stand van het product", "État du produit"],
  steps: ["Stappen en velden", "Étapes et champs"],
  titled: ["{kind}: {name}", "{kind} : {name}"],
  untitled: ["Deel {count}", "Partie {count}"],
  wider: [
    "Eigenschappen, regels, lijsten en JSON ziet u op een breder scherm.",
    "Propriétés, règles, listes et JSON s’affichent sur un écran plus large.",
  ],
  requestBlock: ["Aanvraagblok", "Bloc de demande"],
  products: ["Alle producten", "Tous les produits"],
  answers: ["Antwoorden", "Réponses"],
  startAgain: ["Opnieuw beginnen", "Recommencer"],
  casesFailing: ["Gevallen die worden geweigerd", "Cas refusés"],
  casesValid: ["Gevallen die goed zijn", "Cas valides"],
  journeys: ["Hele aanvragen", "Demandes entières"],
  storedQuotations: ["Bewaarde offertes", "Devis enregistrés"],
  both: ["Beide", "Les deux"],
  language: ["Taal van het formulier", "Langue du formulaire"],
  width: ["Breedte", "Largeur"],
  phone: ["Telefoon", "Téléphone"],
  desktop: ["Scherm", "Écran"],
  tab_properties: ["Eigenschappen", "Propriétés"],
  tab_rules: ["Regels", "Règles"],
  tab_texts: ["Teksten", "Textes"],
  tab_uses: ["Gebruikt in", "Utilisé dans"],
  tab_json: ["JSON", "JSON"],
  group_texts: ["Teksten", "Textes"],
  group_answer: ["Antwoord", "Réponse"],
  group_choices: ["Keuzes", "Choix"],
  group_limits: ["Grenzen", "Limites"],
  group_look: ["Vorm", "Présentation"],
  group_note: ["Opmerking", "Remarque"],
  required: ["Verplicht", "Obligatoire"],
  yes: ["Ja", "Oui"],
  no: ["Nee", "Non"],
  asRules: ["Zoals de regels vragen", "Selon les règles"],
  none: ["Niet ingesteld", "Non défini"],
  missing: ["ontbreekt", "manque"],
  conditional: ["alleen als", "si"],
  conditionalShort: ["als", "si"],
  wrong: ["bevinding", "constat"],
  changed: ["gewijzigd", "modifié"],
  choose: [
    "Kies een veld in de inhoud of in het formulier. De titel en de inleiding van deze stap wijzigt u bij Teksten, boven het formulier; wanneer de stap er is, bij Regels.",
    "Choisissez un champ dans le contenu ou le formulaire. Le titre et l’introduction de cette étape se modifient sous Textes, au-dessus du formulaire ; quand l’étape est présente, sous Règles.",
  ],
  unreadable: [
    "Het bestand van dit veld kan niet worden gelezen. De JSON toont waar de fout zit.",
    "Le fichier de ce champ est illisible. Le JSON montre où se trouve la faute.",
  ],
  sharedField: [
    "{count} producten gebruiken dit veld. Geldt uw wijziging voor alle, of alleen voor dit product?",
    "{count} produits utilisent ce champ. Votre modification vaut-elle pour tous, ou pour ce produit seul ?",
  ],
  sharedText: [
    "Deze tekst delen alle producten. Geldt uw wijziging voor alle, of alleen voor dit product?",
    "Tous les produits partagent ce texte. Votre modification vaut-elle pour tous, ou pour ce produit seul ?",
  ],
  sharedStep: [
    "Deze stap is van alle producten die hem gebruiken. Uw wijziging geldt voor alle.",
    "Cette étape est partagée. Votre modification vaut pour tous les produits qui l’utilisent.",
  ],
  forAll: ["Voor alle", "Pour tous"],
  forProduct: ["Alleen dit product", "Ce produit seul"],
  cancel: ["Niet wijzigen", "Ne pas modifier"],
  saved: ["Opgeslagen", "Enregistré"],
  saving: ["Opslaan…", "Enregistrement…"],
  unsaved: ["{count} niet opgeslagen", "{count} non enregistré(s)"],
  retry: ["Opnieuw opslaan", "Réessayer"],
  undo: ["Ongedaan maken", "Annuler"],
  redo: ["Opnieuw doen", "Rétablir"],
  away: [
    "De server van de studio antwoordt niet. Start npm run studio opnieuw: wat u typte, blijft staan.",
    "Le serveur du studio ne répond pas. Relancez npm run studio : votre saisie est conservée.",
  ],
  refusedChanged: [
    "{file} is intussen elders gewijzigd op deze plaats. Er is niets geschreven. Bekijk de nieuwe waarde en probeer het opnieuw.",
    "{file} a été modifié ailleurs à cet endroit. Rien n’a été écrit. Vérifiez la nouvelle valeur et réessayez.",
  ],
  refusedShape: ["Dit mag niet: {message}", "Ce n’est pas permis : {message}"],
  refusedUnwritable: [
    "{file} kan niet worden geschreven ({message}). De wijziging blijft hier staan. Controleer de rechten en de schijf.",
    "{file} ne peut pas être écrit ({message}). La modification est gardée ici. Vérifiez les droits et le disque.",
  ],
  refusedNothing: ["Er is niets om ongedaan te maken.", "Il n’y a rien à annuler."],
  refuse_number: ["Vul een getal in.", "Saisissez un nombre."],
  refuse_integer: ["Vul een getal zonder decimalen in.", "Saisissez un nombre sans décimales."],
  refuse_minimum: ["Vul {limit} of meer in.", "Saisissez {limit} ou plus."],
  refuse_pattern: ["Zo kan dit niet worden geschreven.", "Cette notation n’est pas permise."],
  refuseEmpty: ["Een keuze heeft woorden in beide talen.", "Un choix a des mots dans les deux langues."],
  up: ["Naar voren: {name}", "Avancer : {name}"],
  down: ["Naar achteren: {name}", "Reculer : {name}"],
  remove: ["Verwijderen: {name}", "Supprimer : {name}"],
  addChoice: ["Keuze toevoegen", "Ajouter un choix"],
  counted: ["Fouten: {errors}, opmerkingen: {notes}", "Erreurs : {errors}, remarques : {notes}"],
  findings: ["Bevindingen", "Constats"],
  checking: ["controle loopt", "contrôle en cours"],
  changes: ["Wijzigingen", "Modifications"],
  changeCount: ["Wijzigingen: {count}", "Modifications : {count}"],
  noFindings: ["Er zijn geen bevindingen.", "Il n’y a aucun constat."],
  noChanges: ["Er is nog niets gewijzigd.", "Rien n’a encore été modifié."],
  undone: ["ongedaan gemaakt", "annulé"],
  show: ["Tonen", "Afficher"],
  close: ["Sluiten", "Fermer"],
  size: ["Grootte: {name}", "Taille : {name}"],
  older: [
    "U ziet de laatste versie die kon worden gemaakt: de bestanden hebben een fout.",
    "Vous voyez la dernière version publiable : les fichiers ont une erreur.",
  ],
  unpublished: [
    "Van dit product kon nog geen versie worden gemaakt. Herstel wat hieronder staat: het formulier verschijnt vanzelf.",
    "Aucune version de ce produit n’a encore pu être créée. Corrigez ce qui suit : le formulaire apparaîtra de lui-même.",
  ],
  noUses: ["Dit veld wordt nergens anders genoemd.", "Ce champ n’est nommé nulle part ailleurs."],
  setMember: ["{field}: {member} wordt {value}", "{field} : {member} devient {value}"],
  setRequired: ["{field}: verplicht", "{field} : obligatoire"],
  setOptional: ["{field}: niet verplicht", "{field} : facultatif"],
  choicesMoved: ["{field}: volgorde van de keuzes", "{field} : ordre des choix"],
  choiceAdded: ["{field}: keuze {value} toegevoegd", "{field} : choix {value} ajouté"],
  choiceRemoved: ["{field}: keuze {value} verwijderd", "{field} : choix {value} supprimé"],
  ...CHANGES_WORDS,
  ...EDITOR_WORDS,
  ...FINDING_WORDS,
  ...PRODUCT_WORDS,
  ...REQUEST_WORDS,
  ...RULE_WORDS,
  ...TABLE_WORDS,
  ...TEXTS_WORDS,
} as const satisfies Record<string, readonly [nl: string, fr: string]>;

export type WordKey = keyof typeof WORDS;
type Text = Record<Language, string>;
/** What comes in the place of a name in braces. Words are in the language of the sentence. */
type Values = Record<string, string | number | Text>;

const fill = (key: WordKey, language: Language, values: Values): string =>
  WORDS[key][LANGUAGES.indexOf(language)]!.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? "";
    return String(typeof value === "object" ? value[language] : value);
  });

/** The same words in both languages, for what is written into the journal. */
export const inBoth = (key: WordKey, values: Values = {}): Text =>
  inEachLanguage((language) => fill(key, language, values));

export type Say = (key: WordKey, values?: Values) => string;

export function useSay(): Say {
  const language = useLanguage();
  return (key, values = {}) => fill(key, language, values);
}
