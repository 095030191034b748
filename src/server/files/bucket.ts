// A bucket of a service that speaks S3, at the address of the service and not of one cloud: `s3://bucket?endpoint=https://…`.
import { AwsClient } from "aws4fetch";
import type { Config } from "../config.ts";
import type { Place } from "./folder.ts";

const LIMIT_MS = 10_000;
const FOLDER = "uploads/";

export function createBucket({ url, keyId = "", secret = "" }: NonNullable<Config["files"]>): Place {
  const { hostname, searchParams } = new URL(url);
  const base = `${searchParams.get("endpoint")?.replace(/\/$/, "")}/${hostname}`;
  const region = searchParams.get("region") ?? "us-east-1";
  // Three tries with a growing pause, for what the service itself calls temporary.
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: "s3", region, retries: 3 });

  async function call(address: string, init: { method?: string; body?: Buffer } = {}): Promise<Response> {
    const { body, ...rest } = init;
    const answer = await client.fetch(`${base}${address}`, {
      ...rest,
      ...(body ? { body: new Uint8Array(body) } : {}),
      redirect: "error",
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    if (!answer.ok) throw new Error(`the store of files answers ${answer.status} to ${rest.method ?? "GET"}`);
    return answer;
  }
  return {
    async write(name, content) {
      await call(`/${FOLDER}${name}`, { method: "PUT", body: content });
    },
    read: async (name) => Buffer.from(await (await call(`/${FOLDER}${name}`)).arrayBuffer()),
    async remove(name) {
      await call(`/${FOLDER}${name}`, { method: "DELETE" });
    },
    async *list() {
      let more: string | undefined = "";
      while (more !== undefined) {
        const page = await (await call(`?list-type=2&prefix=${encodeURIComponent(FOLDER)}${more}`)).text();
        for (const [, entry = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const [key, at] = ["Key", "LastModified"].map((tag) => readTag(entry, tag));
          if (key && at) yield { name: key.slice(FOLDER.length), at: new Date(at) };
        }
        const token = readTag(page, "NextContinuationToken");
        more = token ? `&continuation-token=${encodeURIComponent(token)}` : undefined;
      }
    },
  };
}

const readTag = (xml: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]?.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
