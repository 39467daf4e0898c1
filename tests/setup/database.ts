/** A database of one's own for each test file that asks for it. */
import postgres from "postgres"
import { afterAll, beforeAll, inject } from "vitest"
import { resetClock } from "#app/basics/clock.ts"
import { setDefaultSettings, replaceCurrentSettings } from "#app/basics/settings.ts"
import { connectDatabase, disconnectDatabase } from "#app/platform/db.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"

/**
 * How many connections a file opens: enough for one to hold a lock, two to wait for it and one to see that.
 * Each takes 40 ms to begin and plans every statement anew.
 */
export const CONNECTIONS = 4

/**
 * Creates a database for this file, connects to it, and drops it afterwards. Returns where its address can be
 * read in tests.
 */
export function withDatabase(): { url: string } {
  const database = { url: "" }
  beforeAll(async () => {
    const template = new URL(inject("databaseUrl"))
    const name = `test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`
    await runOnServer(
      template,
      `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`,
    )
    const url = new URL(template)
    url.pathname = `/${name}`
    database.url = url.href
    setEnvironment(readEnvironment({ APP_ENV: "test", SECRET: "a secret that only tests know, 32+" }))
    connectDatabase(database.url, CONNECTIONS)
  })
  afterAll(async () => {
    // The next file of this process begins with everything as it was shipped.
    resetClock()
    replaceCurrentSettings({})
    setDefaultSettings({})
    await disconnectDatabase()
    await runOnServer(
      new URL(inject("databaseUrl")),
      `drop database if exists ${new URL(database.url).pathname.slice(1)} with (force)`,
    )
  })
  return database
}

async function runOnServer(template: URL, statement: string): Promise<void> {
  const url = new URL(template)
  url.pathname = "/postgres"
  const sql = postgres(url.href, { max: 1, fetch_types: false, onnotice: () => {} })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
