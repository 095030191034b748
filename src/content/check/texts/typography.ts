// Signs with a space in one language and not in another: French keeps a space before some that no line may break at,
// and parts thousands by such a space (listed in engine/values/languages.ts). And signs of a markup, which every text is shown without.
import { pointerSegments } from "#engine/fields/fieldPath.ts";
import { oncePer } from "#engine/schema/oncePer.ts";
import { CONVENTIONS, type Language, readLanguage } from "#engine/values/languages.ts";
import type { JsonFile } from "../../read/files/readJson.ts";
import { error, type Finding, type Hint, setting } from "../../read/findings/finding.ts";
import { membersOf } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";

export const checkTypography = oncePer((file: JsonFile): Finding[] => {
  const findings: Finding[] = [];
  // Of `texts.fr.json`. In other files the member is `fr`.
  const ofFile = readLanguage(/\b(\w+)\.json$/.exec(file.file)?.[1]);
  for (const { value, place } of membersOf(file.content)) {
    const member = pointerSegments(place).findLast((name) => readLanguage(name) !== null);
    const language = readLanguage(member) ?? ofFile;
    const wrong = typeof value === "string" && language ? findWrong(value, language) : null;
    if (wrong) findings.push(error(file.file, place, ...wrong));
  }
  return findings;
});

const BLANKS = /^\s|\s$| {2}/;

const MARKUP = /<\/?[a-z][^<>]*>|&#?\w+;|\*\*/i;

/** What authors write where a text is to come. */
const UNWRITTEN = /\b(?:TO-?DO|TBD|FIX-?ME)\b|lorem ipsum/;

function findWrong(text: string, language: Language): [sentence: string, hint: Hint] | null {
  const unwritten = UNWRITTEN.exec(text)?.[0];
  if (unwritten) return [t`"${unwritten}" is a placeholder`, t`write the text`];
  const markup = MARKUP.exec(text)?.[0];
  if (markup) return [t`"${markup}" is shown literally`, t`write the words and signs themselves, without markup`];
  const blank = BLANKS.exec(text);
  const trimmed = text.trim().replaceAll(/ {2,}/g, " ");
  if (blank)
    return blank[0] === "  "
      ? [t`there are two blanks in a row`, setting(t`write one`, trimmed)]
      : [
          blank.index === 0 ? t`the text begins with a blank` : t`the text ends with a blank`,
          setting(t`remove the blank`, trimmed),
        ];
  const { apart, group } = CONVENTIONS[language];
  const noBreak = t`write a no-break space before it, in JSON as \\u00a0`;
  const sign = [...text].find((sign, index) => apart.includes(sign) && text[index - 1] === " ");
  if (sign !== undefined)
    return [t`a line may break before "${sign}"`, setting(noBreak, text.replaceAll(` ${sign}`, `\u00a0${sign}`))];
  const close = [...text.matchAll(/(?<=[\p{L}\p{N})}])\S(?=\s|$)/gu)].find(([mark]) => apart.includes(mark));
  if (close)
    return [
      t`a space is missing before "${close[0]}"`,
      setting(noBreak, `${text.slice(0, close.index)}\u00a0${text.slice(close.index)}`),
    ];
  // A telephone number with its country is no amount.
  const thousands = group.trim() === "" ? /(?<!\d|\+\d*)\d{1,3}(?:[ .]\d{3})+(?!\d)/.exec(text) : null;
  return (
    thousands && [
      t`"${thousands[0]}" is not how this language writes a number`,
      setting(
        t`write \\u202f, a narrow no-break space, between thousands`,
        text.replace(thousands[0], thousands[0].replaceAll(/[ .]/g, group)),
      ),
    ]
  );
}
