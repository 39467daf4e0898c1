/** Where two people of a room meet, chosen on the map or written. */
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createConversation } from "#app/areas/chat/fixtures.ts"
import { listMessages } from "#app/areas/chat/service/messages.server.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

let stranger: Person
beforeAll(async () => {
  registerSubjects()
  stranger = await createPerson()
})

test("the place of an appointment is chosen on the map or written, and both see it", async () => {
  const talk = await createConversation()
  const path = `/chat/meet?room=${talk.roomId}`
  const read = async (at: string, person: Person = talk.expert) =>
    (await app.get(at, { cookie: person.cookie })).text()
  expect(await read(`/chat?room=${talk.roomId}`)).toContain(`href="${path}"`)
  const drawn = await read(`${path}&region=11710`)
  expect(drawn).toMatch(/<input type="radio"[^>]*form="meeting"[^>]*name="regionCode"[^>]*value="11740"/)
  expect(/value="(\d{5})"[^>]*checked|checked[^>]*value="(\d{5})"/.exec(drawn)?.slice(1)).toContain("11710")
  expect(await read(`${path}&region=99999`)).not.toContain('value="99999"')
  expect((await app.get(path, { cookie: stranger.cookie })).status).toBe(404)
  const propose = (fields: Record<string, string>, person: Person = talk.expert) =>
    app.post(
      path,
      {
        clientKey: newId(),
        date: addDays(toKstDateString(new Date()), 2),
        time: "19:00",
        regionCode: "11710",
        place: "잠실새내역 4번 출구",
        note: "",
        ...fields,
      },
      { cookie: person.cookie },
    )
  const wrong = await propose({ regionCode: "99999" })
  const page = await wrong.text()
  expect([wrong.status, page.includes("다시 골라 주세요"), page.includes("잠실새내역 4번 출구")]).toEqual([
    400,
    true,
    true,
  ])
  expect((await propose({}, stranger)).status).toBe(404)
  const sent = await propose({})
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, `/chat?room=${talk.roomId}`])
  for (const person of [talk.expert, talk.customer])
    expect(await read(`/chat?room=${talk.roomId}`, person)).toContain("서울 송파구 잠실새내역 4번 출구")
  await propose({ regionCode: "", place: "" })
  const latest = (await listMessages(talk.customer.actor, talk.roomId)).messages.at(-1)?.appointment
  expect([latest?.area, latest?.place]).toEqual([null, ""])
})

test("another company's map may be in the screen where a key is set, and never in the chat", async () => {
  const talk = await createConversation()
  app.set({ KAKAO_JS_KEY: "0123456789abcdef0123456789abcdef" })
  const policyOf = async (path: string) =>
    (await app.get(path, { cookie: talk.expert.cookie })).headers.get("Content-Security-Policy")
  expect(await policyOf(`/chat/meet?room=${talk.roomId}`)).toContain("https://dapi.kakao.com")
  expect(await policyOf(`/chat?room=${talk.roomId}`)).not.toContain("dapi.kakao.com")
  app.set({})
  expect(await policyOf(`/chat/meet?room=${talk.roomId}`)).not.toContain("kakao")
})
