// A portal whose product a test changes: a copy of the content, and a broker who is logged in.
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { publish } from "#content/publish/publish.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy } from "../content/support/content.ts";
import { at as inside } from "../content/support/faults/fault.ts";
import { type Client, loginAs, type StartOptions, startServer, type TestServer } from "./server.ts";
import { findFreeRelations, PRODUCT } from "./wizard.ts";

export const OFFICE = 100245;

export interface ChangedProduct {
  server: TestServer;
  vera: Client;
  /** Of the office, those whose requests nothing refers by itself. */
  relations: number[];
  copy: ContentCopy;
  /** Publishes the copy as it is now. */
  publish(): ReturnType<typeof publish>;
}
interface ChangeOptions extends StartOptions {
  copy?: ContentCopy;
}

/**
 * For a test file: the portal with its own products. What `change` makes of the copy, which gets the portal's forms too, is published
 * before the tests; without it the products are the shipped ones until the test publishes. The members are there in hooks and tests.
 */
export function serveChanged(
  change?: (copy: ContentCopy) => void,
  { copy = new ContentCopy(PRODUCT).writeOut(), ...options }: ChangeOptions = {},
): ChangedProduct {
  const portal = { copy } as ChangedProduct;
  beforeAll(async () => {
    const server = await startServer(options);
    copy.addPortalForms();
    Object.assign(portal, {
      server,
      vera: await loginAs(server, "v.voorbeeld"),
      relations: await findFreeRelations(server, OFFICE),
      publish: () => publish(copy.schemas, join(server.config.dataDir, "products")),
    });
    change?.(copy);
    if (change) await portal.publish();
  });
  afterAll(async () => {
    copy.remove();
    await portal.server?.stop();
  });
  return portal;
}

interface AddedFields {
  properties: JsonObject;
  /** Those that must be answered. */
  required?: string[];
  layout: JsonObject;
  /** Those that are listed in the step's first section. */
  shown?: string[];
  /** In each language, or in Dutch and in French. */
  texts?: Record<string, string | readonly [nl: string, fr: string]>;
}

/** Adds fields to a step of the product: their schemas, their layout and their words. */
export function addFields(copy: ContentCopy, step: string, fields: AddedFields): void {
  const { properties, required, layout, shown, texts = {} } = fields;
  const folder = `schemas/products/${PRODUCT}`;
  copy.change(`${folder}/${step}.schema.json`, (schema) => {
    Object.assign(inside(schema, "properties"), properties);
    if (required) (schema.required as string[]).push(...required);
  });
  copy.change(`${folder}/${step}.ui.json`, (ui) => {
    Object.assign(ui, layout);
    if (shown) (inside(ui, "ui:options").sections as { fields: string[] }[])[0]?.fields.push(...shown);
  });
  for (const [index, language] of ["nl", "fr"].entries())
    copy.change(`${folder}/texts.${language}.json`, (all) => {
      for (const [key, text] of Object.entries(texts)) all[key] = typeof text === "string" ? text : text[index];
    });
}
