/**
 * `npm run admin -- create|link|list`: who is an admin, said beside the database; also on an empty one, and
 * while the product runs.
 */
import { userInfo } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { parseArgs } from "node:util"
import { withProductDatabase } from "./database.mjs"
import { continueUnderNode24, root } from "./node24.mjs"

const USAGE = `쓰는 법:
  npm run admin -- list                              관리자를 모두 보여 줘요
  npm run admin -- create <이메일> [--name 이름]       관리자 계정을 만들고, 비밀번호를 정할 주소를 알려 줘요
  npm run admin -- create <이메일> --password-stdin    비밀번호를 표준 입력에서 읽어요
  npm run admin -- create <이메일> --promote           이미 있는 일반회원을 관리자로 올려요
  npm run admin -- link <이메일>                       관리자가 비밀번호를 새로 정할 주소를 알려 줘요`

const REFUSALS = {
  exists: "이미 있는 회원이에요. 관리자로 올리려면 --promote를 붙여 다시 실행해 주세요.",
  admin: "이미 관리자예요. 비밀번호를 새로 정하려면 npm run admin -- link <이메일>을 실행해 주세요.",
  expert: "전문가 회원은 관리자가 될 수 없어요. 다른 이메일로 만들어 주세요.",
  banned: "이용이 정지된 회원이에요. 정지를 풀고 다시 하거나 다른 이메일로 만들어 주세요.",
  no_profile: "간편 로그인만 하고 프로필을 완성하지 않은 회원이에요. 프로필을 완성한 뒤 다시 해 주세요.",
  reserved: "이 이메일을 쓰던 계정이 7일 안에 되돌려질 수 있어요. 다른 이메일로 만들어 주세요.",
}

/** What was refused is said in a sentence, without the trace of a failure. */
class RefusalError extends Error {}

process.chdir(root)
if (!(await continueUnderNode24(join(root, "bin", "admin.mjs")))) {
  try {
    await run(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    if (process.env.DEBUG && !(error instanceof RefusalError)) console.error(error)
    process.exitCode = 1
  }
}

async function run(argv) {
  const { command, email, options } = read(argv)
  const by = `서버 명령 (${userInfo().username})`
  await withProductDatabase(async () => {
    const service = await import("../app/areas/accounts/service/administrators.server.ts")
    if (command === "list") return list(await service.listAdministrators())
    if (command === "link")
      return link(await service.linkForAdministrator(email.normalize("NFC").trim().toLowerCase(), by))
    const password = options["password-stdin"] ? (await text(process.stdin)).replace(/\r?\n$/, "") : null
    const form = service.AdministratorForm.safeParse({ email, name: options.name ?? "관리자", password })
    if (!form.success) throw new RefusalError(form.error.issues.map((issue) => issue.message).join("\n"))
    const done = await service.createAdministrator({ ...form.data, promote: options.promote ?? false, by })
    if (!done.ok) throw new RefusalError(`${email}: ${done.sentence ?? REFUSALS[done.reason]}`)
    console.log(
      done.made === "role"
        ? `${form.data.email} 회원을 관리자로 올렸어요. 다시 로그인하면 관리자 화면을 쓸 수 있어요.`
        : `관리자 ${form.data.email} 계정을 만들었어요.`,
    )
    if (done.link) sayLink(done.link)
  })
}

function read(argv) {
  let parsed
  try {
    parsed = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        name: { type: "string" },
        promote: { type: "boolean" },
        "password-stdin": { type: "boolean" },
      },
    })
  } catch {
    throw new RefusalError(`모르는 옵션이 있어요. 비밀번호는 명령에 쓰지 않아요.\n${USAGE}`)
  }
  const [command, email = "", ...rest] = parsed.positionals
  const complete =
    command === "list" ? email === "" : (command === "create" || command === "link") && email !== ""
  if (!complete || rest.length > 0) throw new RefusalError(USAGE)
  return { command, email, options: parsed.values }
}

function list(admins) {
  if (admins.length === 0)
    return console.log("관리자가 아직 없어요. npm run admin -- create <이메일>로 만들어 주세요.")
  const day = (date) => date.toLocaleDateString("ko-KR", { timeZone: "Asia/Seoul" })
  for (const { email, name, since, usedAt, bannedUntil } of admins) {
    console.log(
      `${email}\t${name}\t가입 ${day(since)}\t마지막 사용 ${day(usedAt)}` +
        `${bannedUntil && bannedUntil > new Date() ? "\t이용 정지" : ""}`,
    )
  }
}

function link(address) {
  if (address === null)
    throw new RefusalError("이 이메일을 쓰는 관리자가 없어요. npm run admin -- list로 확인해 주세요.")
  sayLink(address)
}

function sayLink(address) {
  console.log(`아래 주소에서 1시간 안에 비밀번호를 정해 주세요. 한 번만 쓸 수 있어요.\n${address}`)
}
