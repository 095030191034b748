// The documents of a sent request: its files and the contract's document are stored in the relation's archive,
// and the contract's document is mailed to the broker.
import { defaultFileField, fileAddress } from "#engine/answers/fileFields.ts";
import { askedAnswers } from "#underwriting/requestState.ts";
import { listFiles } from "#underwriting/sending.ts";
import type { Db } from "../../../db/open.ts";
import { contractPdf } from "../../../documents/contractPdf.ts";
import { mailRows, paperWords } from "../../../documents/papers.ts";
import type { Kept } from "../../../files/fileStore.ts";
import { writeContractLink } from "../../../mail/contractLink.ts";
import { fillText } from "../../../texts/serverTexts.ts";
import type { WizardContext } from "../../context.ts";
import { attachDocuments } from "../../contract/policyDocuments.ts";
import { readFileNames } from "../../drafts/namedFiles.ts";
import { readUploads } from "../../drafts/uploads.ts";
import type { ContractInput, Issue, SubmissionResult } from "../outcome.ts";
import type { KeptFile } from "../referral.ts";
import { describeField, writePair } from "./answerSections.ts";
import { type ContractFacts, contractContent, labelRows } from "./contractContent.ts";
import { findInsured } from "./insured.ts";

/** Stores the files as documents of the relation, where the underwriter and the broker find them under the label of their field. */
export async function keepFiles(
  context: WizardContext,
  db: Db,
  { open, evaluation, relation }: Issue,
  contract_number: number,
): Promise<KeptFile[]> {
  const filesById = new Map(listFiles(open.product, askedAnswers(evaluation)).map((file) => [file.id, file]));
  if (filesById.size === 0) return [];
  const files = await readUploads(db, open.draft.request_id, [...filesById.keys()]);
  const about = { product: open.product, evaluation, language: open.place.language, fileNames: new Map() };
  const keptFiles: KeptFile[] = [];
  for (const file of files) {
    const { step, path } = filesById.get(file.upload_id)!;
    const explains = fileAddress(step, path) === defaultFileField(open.product.bundle);
    const { label, isForOffice } = explains ? { label: null, isForOffice: false } : describeField(about, step, path);
    const id = await context.portfolio.storeDocument(db, {
      relation_number: relation.relation_number,
      contract_number,
      intermediary_number: open.place.office,
      description: label ?? "Toelichting op de acceptatievragen",
      name: file.name,
      type: file.name.split(".").at(-1)?.toLowerCase() ?? "",
      mediaType: file.type,
      size: file.size,
      upload_id: file.upload_id,
      kept: shareContent(file),
    });
    const named = label === null ? file.name : writePair(label, file.name, open.place.language);
    keptFiles.push({ id, name: named, ...(isForOffice && { isForOffice: true }) });
  }
  return keptFiles;
}

/** Content outside the database is immutable, so two rows may point to it. */
const shareContent = ({ location, content }: { location: string | null; content: Uint8Array | null }): Kept =>
  location === null ? { location, content: content ?? Buffer.alloc(0) } : { location, content: null };

/** Stores and mails the contract's document. Returns its number in the archive. */
export async function sendDocument(
  context: WizardContext,
  db: Db,
  facts: ContractInput,
  made: SubmissionResult,
): Promise<number> {
  const { open, relation, evaluation, day } = facts;
  const { language, user, office } = open.place;
  const { outcomes, mail, referral_mails } = paperWords[language];
  const words = outcomes[made.outcome];
  const number = String(made.number);
  const productName = context.products.entry(open.product.key)?.name[language] ?? open.product.key;
  const contract: ContractFacts = {
    ...made,
    number,
    provider: context.provider,
    language,
    product: open.product,
    productName,
    relation,
    day,
    today: context.clock.today(),
    evaluation,
    fileNames: await readFileNames(db, office, open.product, evaluation.answers),
  };
  const pdf = await contractPdf(contractContent(contract));
  const name = `${words.title.toLowerCase()}-${number}.pdf`;
  const description = { quotation: "Offerte", policy: "Polisblad", referral: "Aanvraagformulier" }[made.outcome];
  const id = await context.portfolio.storeDocument(db, {
    relation_number: relation.relation_number,
    contract_number: made.number,
    intermediary_number: office,
    description,
    name,
    type: "pdf",
    mediaType: "application/pdf",
    size: pdf.byteLength,
    kept: await context.files.store.keep(pdf),
  });
  if (!user) return id;
  const values = { number, company: findInsured(evaluation.answers, relation).company, name: user.full_name };
  const size = pdf.byteLength;
  const more = made.outcome === "policy" ? attachDocuments(context, open.product, { language, size }) : null;
  const text = [
    fillText(mail.greeting, values),
    fillText(words.text, values),
    labelRows(contract, mailRows)
      .map(([label, value]) => writePair(label, value, language))
      .join("\n"),
    ...(made.files.length > 0 ? [`${mail.files}\n${made.files.map((file) => `- ${file}`).join("\n")}`] : []),
    ...(more?.lines ?? []),
    ...(made.remark ? [`${referral_mails.remark}\n${made.remark}`] : []),
    ...(made.referral ? [writeContractLink(context.baseUrl, language, { kind: "policy", number: made.number })] : []),
    `${mail.closing}\n${context.provider}`,
  ].join("\n\n");
  const attachments = [{ name, type: "application/pdf", content: pdf }, ...(more?.attachments ?? [])];
  await context.outbox.put(db, {
    call: open.place.call,
    recipient: user.email,
    subject: fillText(words.subject, values),
    text,
    attachments,
  });
  return id;
}
