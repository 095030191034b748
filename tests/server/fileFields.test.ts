// Files at the questions of a step (decisions 164): each belongs to one field, is refused there, and goes with its label wherever the
// answers go.
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { ContractDetails, FormsAnswer, SubmitAnswer } from "#api/wire/wireTypes.ts";
import type { JsonObject, RequestAnswers } from "#engine/schema/types.ts";
import { expectShape } from "../support/apiShapes.ts";
import { addFields, OFFICE, serveChanged } from "../support/changedProduct.ts";
import { pdfText } from "../support/pdfText.ts";
import type { Client } from "../support/server.ts";
import { ANSWERS, fill, type Opened, open, PRODUCT, save, send } from "../support/wizard.ts";

const STEP = "general-data";
const FOLDER = `schemas/products/${PRODUCT}`;
const PDF = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";
/** Of the day on which a request is sent. */
const YEAR = new Date().getFullYear();
const FILES = { $ref: "../../shared/fields.schema.json#/definitions/files" };

let relations: number[];
let vera: Client;

const portal = serveChanged((copy) => {
  const [nl, fr] = ["Taxatierapport", "Rapport d’expertise"];
  const dropzone = { "ui:widget": "dropzone" };
  addFields(copy, STEP, {
    properties: {
      report: { ...FILES, minItems: 1, maxItems: 2 },
      alarm: { type: "object", properties: { proof: FILES }, additionalProperties: false },
      sites: {
        type: "array",
        maxItems: 4,
        items: {
          type: "object",
          properties: {
            town: { type: "string", maxLength: 40 },
            photo: { ...FILES, maxItems: 2 },
            halls: {
              type: "array",
              maxItems: 3,
              items: {
                type: "object",
                properties: { hall: { type: "string", maxLength: 40 }, plan: FILES },
                additionalProperties: false,
              },
            },
          },
          required: ["town"],
          additionalProperties: false,
        },
      },
    },
    required: ["report"],
    layout: {
      report: { ...dropzone, "ui:options": { accept: [".pdf"], maxSize: 1000 } },
      alarm: { "ui:widget": "group", proof: dropzone },
      sites: { photo: { ...dropzone, "ui:options": { maxSize: 5 * 1024 * 1024 } }, halls: { plan: dropzone } },
    },
    shown: ["report", "alarm", "sites"],
    texts: {
      "field.report.label": [nl, fr],
      "field.alarm.label": "Alarm",
      "field.alarm.proof.label": [`${nl} 2`, `${fr} 2`],
      "field.sites.label": "Locaties",
      "field.sites.item": "Locatie",
      "field.sites.record": "{town}",
      "field.sites.town.label": "Plaats",
      "field.sites.photo.label": ["Foto {year}", "Photo {year}"],
      "field.sites.halls.label": "Hallen",
      "field.sites.halls.item": "Hal",
      "field.sites.halls.record": "{hall}",
      "field.sites.halls.hall.label": "Naam",
      "field.sites.halls.plan.label": "Plan",
    },
  });
  copy.change(`${FOLDER}/product.json`, (manifest) => {
    manifest.text_values = { year: { year: "today" } };
  });
  copy.write(`${FOLDER}/handover.json`, {
    $schema: "../../meta/handover.schema.json",
    standard: "x",
    fields: {
      [`${STEP}.report`]: "own.report",
      [`${STEP}.alarm.proof`]: "own.alarmProof",
      [`${STEP}.sites.*.photo`]: "own.photo",
      [`${STEP}.sites.*.halls.*.plan`]: "own.plan",
    },
  });
});
beforeAll(() => {
  ({ vera, relations } = portal);
});

const begin = async () => {
  const at = await open(vera, OFFICE, relations.pop());
  await vera.ok("POST", `${at.base}/wizard/restart`);
  return open(vera, OFFICE, at.number);
};

const upload = (
  { base, exists }: Opened,
  field: string | null,
  name = "rapport.pdf",
  content: string | Uint8Array = PDF,
) =>
  vera.upload(`${base}/uploads?${new URLSearchParams(field === null ? {} : { field })}`, name, content, {
    "x-draft": exists.draft_id ?? "",
  });
const uploaded = async (...parts: Parameters<typeof upload>): Promise<string> => {
  const answer = await upload(...parts);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().id;
};
const answersWith = (files: JsonObject): RequestAnswers => ({ [STEP]: { ...ANSWERS[STEP], ...files } });
const errorsOf = async (at: Opened, files: JsonObject) => {
  const answer = await save(vera, at, STEP, answersWith(files)[STEP]);
  const { errors = [] } = answer.json() as { errors?: { pointer: string; keyword: string }[] };
  return [answer.statusCode, ...errors.map(({ pointer, keyword }) => `${pointer} ${keyword}`)];
};
const readForms = async ({ base }: Opened, query = {}) =>
  (await vera.ok<FormsAnswer>("POST", `${base}/wizard/steps/forms`, { body: {}, query })).data;

describe("a file of a field", () => {
  test("is listed at its step with its field before a step names it, and its step can be finished with it", async () => {
    const at = await begin();
    const [report, proof] = [
      await uploaded(at, `${STEP}.report`),
      await uploaded(at, `${STEP}.alarm.proof`, "alarm.png", PNG),
    ];
    const forms = await readForms(at);
    expectShape("wizard-forms", { data: forms });
    expect(forms[STEP]?.meta.uploads).toEqual([
      { id: report, name: "rapport.pdf", size: PDF.length, field: `${STEP}.report` },
      { id: proof, name: "alarm.png", size: PNG.length, field: `${STEP}.alarm.proof` },
    ]);
    expect(await errorsOf(at, {})).toEqual([422, "/report required"]);
    expect(await errorsOf(at, { report: [report], alarm: { proof: [proof] } })).toEqual([200]);
  });

  test("is refused on arrival where its field does not take it, each with its own reason", async () => {
    const at = await begin();
    const refused = async (...parts: [field: string, name: string, content?: string | Uint8Array]) => {
      const answer = await upload(at, ...parts);
      expectShape("error", answer.json());
      return [answer.statusCode, answer.json().code];
    };
    expect(await refused(`${STEP}.report`, "rapport.png", PNG)).toEqual([415, "file_type"]);
    expect(await refused(`${STEP}.report`, "rapport.pdf", `${PDF}${" ".repeat(1000)}`)).toEqual([413, "too_large"]);
    for (const field of [`${STEP}.kvk`, `${STEP}.gone`, "gone.report", "__proto__.x", STEP, "x"]) {
      const answer = await upload(at, field);
      expect([answer.statusCode, answer.json().errors], field).toEqual([
        422,
        [{ pointer: "/field", keyword: "unknown_field", params: { field } }],
      ]);
    }
    expect(await readForms(at).then((forms) => forms[STEP]?.meta.uploads)).toBeUndefined();
  });

  test("is refused at the field that names it wrongly: unknown, of another request, of another field, too many", async () => {
    const [at, other] = [await begin(), await begin()];
    const id = await uploaded(at, `${STEP}.report`);
    const proof = await uploaded(at, `${STEP}.alarm.proof`, "alarm.pdf");
    const [second, third] = [
      await uploaded(at, `${STEP}.report`, "b.pdf"),
      await uploaded(at, `${STEP}.report`, "c.pdf"),
    ];
    const explaining = await uploaded(at, null, "d.pdf");
    const foreign = await uploaded(other, `${STEP}.report`);
    const unknown = "00000000-0000-4000-8000-000000000000";
    expect(await errorsOf(at, { report: [id, unknown] })).toEqual([422, "/report/1 upload"]);
    expect(await errorsOf(at, { report: ["f-0001"] })).toEqual([422, "/report/0 upload"]);
    expect(await errorsOf(at, { report: [foreign] })).toEqual([422, "/report/0 upload"]);
    expect(await errorsOf(at, { report: [id], alarm: { proof: [id] } })).toEqual([422, "/alarm/proof/0 upload_field"]);
    expect(await errorsOf(at, { report: [explaining] })).toEqual([422, "/report/0 upload_field"]);
    expect(await errorsOf(at, { report: [proof, id] })).toEqual([422, "/report/0 upload_field"]);
    expect(await errorsOf(at, { report: [id, id] })).toEqual([422, "/report uniqueItems"]);
    expect(await errorsOf(at, { report: [id, second, third] })).toEqual([422, "/report maxItems"]);
    expect(await errorsOf(at, { report: "x" })).toEqual([422, "/report type"]);
    expect(await errorsOf(at, { report: [] })).toEqual([422, "/report minItems"]);
  });

  test("is one of ten at its field, and its field takes nothing from another", async () => {
    const at = await begin();
    for (let count = 0; count < 10; count += 1) await uploaded(at, `${STEP}.alarm.proof`, `${count}.pdf`);
    const tooMany = await upload(at, `${STEP}.alarm.proof`, "11.pdf");
    expect([tooMany.statusCode, tooMany.json().code]).toEqual([413, "too_many_files"]);
    await uploaded(at, `${STEP}.report`);
    await uploaded(at, null);
  });

  test("is one of fifty of its request", async () => {
    const at = await begin();
    const id = await uploaded(at, `${STEP}.alarm.proof`);
    const row = await portal.server.db
      .selectFrom("uploads")
      .selectAll()
      .where("upload_id", "=", id)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 49 }, () => ({ ...row, upload_id: crypto.randomUUID(), field: "old.field" }));
    await portal.server.db.insertInto("uploads").values(copies).execute();
    const tooMany = await upload(at, `${STEP}.report`);
    expect([tooMany.statusCode, tooMany.json().code]).toEqual([413, "too_many_files"]);
    expect(tooMany.json().message).toContain("maximaal 50");
    // Those of records that were removed are named by no answer.
    await portal.server.db
      .updateTable("uploads")
      .set({ uploaded_at: new Date(Date.now() - 2 * 3_600_000) })
      .where("field", "=", "old.field")
      .execute();
    await uploaded(at, `${STEP}.report`);
  });
});

describe("a file of a record", () => {
  const site = (_id: string, ...photo: string[]) => ({ _id, town: `Town ${_id}`, photo });
  const photoOf = (id: string) => `${STEP}.sites.${id}.photo`;

  test("stays with its record where that moves, and is refused in another one, at the record and field", async () => {
    const at = await begin();
    const report = [await uploaded(at, `${STEP}.report`)];
    const [a, b] = [await uploaded(at, photoOf("a"), "a.pdf"), await uploaded(at, photoOf("b"), "b.pdf")];
    expect(await errorsOf(at, { report, sites: [site("a", a), site("b", b)] })).toEqual([200]);
    expect(await errorsOf(at, { report, sites: [site("b", b), site("a", a)] })).toEqual([200]);
    expect(await errorsOf(at, { report, sites: [site("b", a), site("a")] })).toEqual([
      422,
      "/sites/0/photo/0 upload_field",
    ]);
    expect(await errorsOf(at, { report, sites: [site("b"), site("a", "f-0001")] })).toEqual([
      422,
      "/sites/1/photo/0 upload",
    ]);
    expect(await errorsOf(at, { report, sites: [site("b", b)] }), "removed").toEqual([200]);
    expect(await errorsOf(at, { report, sites: [site("b", b), site("a", a)] }), "undone").toEqual([200]);
  });

  test("may have as many megabytes as its field says, and the refusal names them", async () => {
    const at = await begin();
    const sized = (bytes: number) => Buffer.concat([Buffer.from(PDF), Buffer.alloc(bytes - PDF.length, 32)]);
    const most = 5 * 1024 * 1024;
    await uploaded(at, photoOf("a"), "a.pdf", sized(most));
    const refused = await upload(at, photoOf("a"), "a.pdf", sized(most + 1));
    expect([refused.statusCode, refused.json().code]).toEqual([413, "too_large"]);
    expect(refused.json().message).toContain("maximaal 5 MB");
    expect((await upload(at, `${STEP}.alarm.proof`, "a.pdf", sized(most))).json().message).toContain("maximaal 2 MB");
  });
});

/** Of a record in a record. */
const PLAN = `${STEP}.sites.s1.halls.h1.plan`;

describe("a request with files", () => {
  async function quote() {
    const at = await begin();
    const report = [await uploaded(at, `${STEP}.report`, "taxatie.pdf")];
    const proof = [await uploaded(at, `${STEP}.alarm.proof`, "alarm.pdf")];
    const photo = [await uploaded(at, `${STEP}.sites.s1.photo`, "gevel.pdf")];
    const halls = [{ _id: "h1", hall: "Hal A", plan: [await uploaded(at, PLAN, "hal.pdf")] }];
    const files = { report, alarm: { proof }, sites: [{ _id: "s1", town: "Breda", photo, halls }] };
    await fill(vera, at, answersWith(files));
    const answer = await send(vera, at);
    expect(answer.statusCode, answer.body).toBe(200);
    return { at, answer: answer.json() as SubmitAnswer };
  }

  test("shows them with their label: page, document, archive, mail, and to other systems by name", async () => {
    const { at, answer } = await quote();
    expect(answer.files).toEqual([
      "Taxatierapport: taxatie.pdf",
      "Taxatierapport 2: alarm.pdf",
      `Breda – Foto ${YEAR}: gevel.pdf`,
      "Breda – Hal A – Plan: hal.pdf",
    ]);
    const { data } = await vera.ok<{ data: ContractDetails }>("GET", `/api/quotations/${answer.number}/details`);
    const rows = data.answers.flatMap((section) => section.rows);
    expect(rows).toContainEqual({ label: "Taxatierapport", value: "taxatie.pdf" });
    expect(rows).toContainEqual({ label: "Alarm – Taxatierapport 2", value: "alarm.pdf" });
    const breda = { name: "Breda", place: "sites.0" };
    expect(rows).toContainEqual({ label: `Breda – Foto ${YEAR}`, value: "gevel.pdf", record: breda });
    const hall = { name: "Breda – Hal A", place: "sites.0.halls.0" };
    expect(rows).toContainEqual({ label: "Breda – Hal A – Plan", value: "hal.pdf", record: hall });
    const descriptions = data.documents.map(({ description, file_name }) => [description, file_name]);
    expect(descriptions).toContainEqual(["Taxatierapport", "taxatie.pdf"]);
    expect(descriptions).toContainEqual([`Breda – Foto ${YEAR}`, "gevel.pdf"]);
    expect(descriptions).toContainEqual(["Breda – Hal A – Plan", "hal.pdf"]);
    const { db } = portal.server;
    const paper = await db
      .selectFrom("documents as d")
      .innerJoin("document_contents as c", "c.id", "d.id")
      .select("c.content")
      .where("d.contract_number", "=", Number(answer.number))
      .where("d.description", "=", "Offerte")
      .executeTakeFirstOrThrow();
    expect(pdfText(paper.content)).toContain("Taxatierapport\ntaxatie.pdf");
    const mail = await db
      .selectFrom("outbox")
      .select("text")
      .where("subject", "like", `%${answer.number}%`)
      .executeTakeFirstOrThrow();
    expect(mail.text).toContain("- Taxatierapport: taxatie.pdf");
    const { body } = await db
      .selectFrom("handover_events")
      .select("body")
      .where("subject", "=", `quotation/${answer.number}`)
      .executeTakeFirstOrThrow();
    const { standard, keys } = (body as unknown as { data: Record<"standard" | "keys", JsonObject> }).data;
    expect(standard).toMatchObject({
      "own.report": ["taxatie.pdf"],
      "own.alarmProof": ["alarm.pdf"],
      "own.photo": [["gevel.pdf"]],
      "own.plan": [[["hal.pdf"]]],
    });
    const hash = [expect.stringMatching(/^[0-9a-f]{64}$/)];
    expect(keys).toEqual({ "own.report": hash, "own.alarmProof": hash, "own.photo": ["s1"], "own.plan": [["h1"]] });
    await db.deleteFrom("uploads").where("name", "=", "taxatie.pdf").execute();
    await sql`update quotations set date = date - interval '2 years' where number = ${Number(answer.number)}`.execute(
      db,
    );
    const later = await vera.ok<{ data: ContractDetails }>("GET", `/api/quotations/${answer.number}/details`);
    const laterRows = later.data.answers.flatMap((section) => section.rows);
    expect(laterRows).toContainEqual({ label: "Taxatierapport", value: "taxatie.pdf" });
    expect(laterRows, "the year of the day of sending").toContainEqual({
      label: `Breda – Foto ${YEAR - 2}`,
      value: "gevel.pdf",
      record: breda,
    });
    expect(at.number).toBeGreaterThan(0);
  });

  test("keeps them when it is converted", async () => {
    const { at, answer } = await quote();
    const query = { quotation: Number(answer.number) };
    const place = await open(vera, OFFICE, at.number, query);
    const forms = await readForms(place, query);
    const [report] = (forms[STEP]?.data.report as string[] | undefined) ?? [];
    expect(forms[STEP]?.meta.uploads).toContainEqual(
      expect.objectContaining({ id: report, name: "taxatie.pdf", field: `${STEP}.report` }),
    );
    expect(forms[STEP]?.meta.uploads).toContainEqual(
      expect.objectContaining({ name: "gevel.pdf", field: `${STEP}.sites.s1.photo` }),
    );
    expect(forms[STEP]?.meta.uploads).toContainEqual(expect.objectContaining({ name: "hal.pdf", field: PLAN }));
    const sent = await send(vera, place, "insurance-policy", { query });
    expect(sent.statusCode, sent.body).toBe(200);
    expect((sent.json() as SubmitAnswer).files).toEqual(
      expect.arrayContaining([`Breda – Foto ${YEAR}: gevel.pdf`, "Breda – Hal A – Plan: hal.pdf"]),
    );
  });

  test("gives them to a copy, under the name that the field has now", async () => {
    const { at, answer } = await quote();
    const { copy } = portal;
    copy.change(`${FOLDER}/${STEP}.schema.json`, (schema) => {
      const { report, ...properties } = schema.properties as JsonObject;
      schema.properties = { ...properties, valuation: report };
      schema.required = (schema.required as string[]).map((name) => (name === "report" ? "valuation" : name));
    });
    copy.change(`${FOLDER}/${STEP}.ui.json`, (ui) => {
      const { sections } = ui["ui:options"] as { sections: { fields: string[] }[] };
      sections[0]!.fields = sections[0]!.fields.map((name) => (name === "report" ? "valuation" : name));
      ui.valuation = ui.report;
      delete ui.report;
    });
    copy.change(`${FOLDER}/product.json`, (manifest) => {
      manifest.was = { [`${STEP}.report`]: "valuation" };
    });
    copy.change(`${FOLDER}/handover.json`, (handover) => {
      handover.fields = {};
    });
    for (const language of ["nl", "fr"])
      copy.change(`${FOLDER}/texts.${language}.json`, (texts) => {
        texts["field.valuation.label"] = texts["field.report.label"];
        delete texts["field.report.label"];
      });
    await portal.publish();
    await vera.ok("POST", `${at.base}/wizard/copy`, { body: { quotation: Number(answer.number), replace: true } });
    const copied = await open(vera, OFFICE, at.number);
    const forms = await readForms(copied);
    const [valuation] = (forms[STEP]?.data.valuation as string[] | undefined) ?? [];
    expect(forms[STEP]?.meta.uploads).toContainEqual(
      expect.objectContaining({ id: valuation, name: "taxatie.pdf", field: `${STEP}.valuation` }),
    );
    const plan = forms[STEP]?.meta.uploads?.find(({ name }) => name === "hal.pdf");
    expect(plan).toMatchObject({ field: PLAN });
    expect(forms[STEP]?.data.sites).toMatchObject([{ halls: [{ plan: [plan?.id] }] }]);
    const again = await save(vera, copied, STEP, forms[STEP]?.data);
    expect(again.statusCode, again.body).toBe(200);
  });
});

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
