// What a total beside other fields can add up: a column of a list or table, as its path from there.
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Content } from "../model/content.ts";
import { findLayout } from "../model/orders.ts";
import { insideOf, listParts, objectIn, type Target } from "../model/places.ts";
import { findFields } from "./addActs.ts";
import type { Wish } from "./kinds.ts";

export function listSources(content: Content, target: Target): NonNullable<Wish["adds"]>[] {
  const holder = findFields(content, target);
  const layout = findLayout(content, target.step, target.around).node;
  return (holder ? listParts(holder) : []).flatMap(({ node }) =>
    Object.entries(Object(node.properties) as JsonObject).flatMap(([name, rules]) => {
      return Object.entries(objectIn(insideOf(objectIn(rules))?.properties)).flatMap(([column, each]) => {
        if (!isObject(each) || (each.type !== "integer" && each.type !== "number")) return [];
        const control = Object(Object(Object(layout)[name])[column])["ui:widget"];
        return [{ path: `.${name}.*.${column}`, isMoney: control === "currency" }];
      });
    }),
  );
}
