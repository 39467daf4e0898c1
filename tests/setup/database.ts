/** A database of one's own for each test file that asks for it. */
import postgres from "postgres"
import { afterAll, beforeAll, inject } from "vitest"
import { resetClock } from "#app/basics/clock.ts"
import { shipSettings, takeSettings } from "#app/basics/settings.ts"
import { connectDatabase, disconnectDatabase } from "#app/platform/db.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"

/**
 * Creates a database for this file, connects to it, and drops it afterwards. Returns where its address can be
 * read in tests.
 */
export function withDatabase(): { url: string } {
  const own = { url: "" }
  beforeAll(async () => {
    const template = new URL(inject("databaseUrl"))
    const name = `test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`
    await administer(template, `create database ${name} template ${template.pathname.slice(1)}`)
    const url = new URL(template)
    url.pathname = `/${name}`
    own.url = url.href
    setEnvironment(readEnvironment({ APP_ENV: "test", SECRET: "a secret that only tests know, 32+" }))
    connectDatabase(own.url, 20)
  })
  afterAll(async () => {
    // The next file of this process begins with everything as it was shipped.
    resetClock()
    takeSettings({})
    shipSettings({})
    await disconnectDatabase()
    await administer(
      new URL(inject("databaseUrl")),
      `drop database if exists ${new URL(own.url).pathname.slice(1)} with (force)`,
    )
  })
  return own
}

async function administer(template: URL, statement: string): Promise<void> {
  const url = new URL(template)
  url.pathname = "/postgres"
  const sql = postgres(url.href, { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
