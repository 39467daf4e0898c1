/**
 * One PostgreSQL for the whole run, with a template that every test file copies. With TEST_TOWN it is that of
 * a folder in which the demo town is already.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import type { TestProject } from "vitest/node"
import { startEmbeddedPostgres } from "../../app/platform/embedded-postgres.ts"
import { migrate } from "../../app/platform/migrate.server.ts"

declare module "vitest" {
  export interface ProvidedContext {
    databaseUrl: string
    /** The folder of the demo town that was made before the tests, and the address of its database. */
    town: { folder: string; databaseUrl: string } | null
  }
}

export default async function setup(project: TestProject) {
  // DATABASE_URL runs the same tests on a PostgreSQL of one's own; its user must be allowed to create
  // databases.
  const externalUrl = process.env.TEST_DATABASE_URL
  const townFolder = process.env.TEST_TOWN
  const folder = townFolder ?? mkdtempSync(join(tmpdir(), "baroildang-test-"))
  const server = externalUrl
    ? { url: externalUrl, stop: async () => {} }
    : await startEmbeddedPostgres({ dataDir: folder, durable: false })
  const template = new URL(server.url)
  template.pathname = `/template_${process.pid}`
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  await sql.unsafe(`create database ${template.pathname.slice(1)}`)
  await sql.end()
  await migrate(template.href, join(import.meta.dirname, "../../db/migrations"))
  project.provide("databaseUrl", template.href)
  project.provide("town", townFolder ? { folder: townFolder, databaseUrl: server.url } : null)
  return async () => {
    await server.stop()
    if (!townFolder) rmSync(folder, { recursive: true, force: true })
  }
}
