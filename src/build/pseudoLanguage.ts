// A language for tests and development: Dutch with accents, a quarter longer and in brackets. Text in plain letters was
// never translated. What does not fit would not fit in another language. For vite.config.ts and the stories only.
import { type MessageFormatElement, TYPE } from "@formatjs/icu-messageformat-parser";

const plain = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const accented = [..."áƀçđéƒǧĥíĵķłɱñóþɋŕšťúṽŵẋýžÁƁÇĐÉƑǦĤÍĴĶŁṀÑÓÞɊŔŠŤÚṼŴẊÝŽ"];
const accents = new Map(plain.map((letter, index) => [letter, accented[index] ?? letter]));

/** Every fourth letter twice: about what other languages need beyond Dutch. */
function toPseudoText(text: string): string {
  let letters = 0;
  const write = (each: string) => {
    const letter = accents.get(each);
    if (letter === undefined) return each;
    letters += 1;
    return letters % 4 === 0 ? letter + letter : letter;
  };
  return [...text].map(write).join("");
}

function toPseudoElement(element: MessageFormatElement): MessageFormatElement {
  if (element.type === TYPE.literal) return { ...element, value: toPseudoText(element.value) };
  if (element.type === TYPE.tag) return { ...element, children: element.children.map(toPseudoElement) };
  if (element.type !== TYPE.select && element.type !== TYPE.plural) return element;
  const options = Object.entries(element.options).map(([name, option]) => [
    name,
    { ...option, value: option.value.map(toPseudoElement) },
  ]);
  return { ...element, options: Object.fromEntries(options) };
}

export type Messages = Record<string, MessageFormatElement[]>;

export const toPseudo = (messages: Messages): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([key, elements]) => [
      key,
      [
        { type: TYPE.literal, value: "[" },
        ...elements.map(toPseudoElement),
        { type: TYPE.literal, value: "]" },
      ] as MessageFormatElement[],
    ]),
  );
