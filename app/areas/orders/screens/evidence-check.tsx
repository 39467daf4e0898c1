/** /evidence: whether an evidence file is what was recorded, without showing anything of its order. */
import { CircleCheck, TriangleAlert } from "#app/ui/icons.tsx"
import { data, Form } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { parseForm } from "#app/basics/form.ts"
import { formatDateLong, formatTime } from "#app/basics/time.ts"
import { countHit } from "#app/platform/rate-limit.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { TextField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { Card, Page, PageHeader } from "#app/ui/section.tsx"
import { EvidenceFile, findBrokenEntry } from "../evidence-chain.ts"
import { EvidenceCheckForm } from "../forms.ts"
import { findEvidenceHash } from "../service/evidence.server.ts"
import type { Route } from "./+types/evidence-check"

const MAX_FILE_BYTES = 5_000_000
const TOO_OFTEN = "파일을 너무 여러 번 확인했어요. 10분쯤 뒤에 다시 해 주세요."

type Result =
  | { kind: "known"; at: string; seq: number }
  | { kind: "unknown" }
  | { kind: "changed"; seq: number }
type Answer = { result: Result | null; errors: { hash?: string; file?: string }; hash: string }
const respond = (answer: Partial<Answer>, status = 200) =>
  data({ result: null, errors: {}, hash: "", ...answer } satisfies Answer, { status })

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await request.formData()
  const file = sent.get("file")
  if (file instanceof File && file.size > 0) {
    const { address } = context.get(requestContext)
    const limit = await countHit([{ key: `evidence:${address}`, max: 60, windowMs: 600_000 }])
    return limit.ok ? checkFile(file) : respond({ errors: { file: TOO_OFTEN } }, 429)
  }
  const form = parseForm(EvidenceCheckForm, sent)
  const hash = form.ok ? form.value.hash : ""
  if (!/^[0-9a-f]{64}$/.test(hash))
    return respond(
      { hash, errors: { hash: "지문은 0-9와 a-f로 된 64자리예요. 파일에 적힌 마지막 지문을 넣어 주세요." } },
      400,
    )
  return respond({ hash, result: await checkHash(hash) })
}

async function checkHash(hash: string): Promise<Result> {
  const found = await findEvidenceHash(hash)
  return found ? { kind: "known", ...found } : { kind: "unknown" }
}

async function checkFile(file: File) {
  const refuseFile = (sentence: string) => respond({ errors: { file: sentence } }, 400)
  if (file.size > MAX_FILE_BYTES) return refuseFile("파일이 5MB보다 커요. 내려받은 JSON 파일을 골라 주세요.")
  const parsed = EvidenceFile.safeParse(parseJson(await file.text()))
  if (!parsed.success)
    return refuseFile("바로일당의 증빙 파일(JSON)이 아니에요. 내려받은 파일을 골라 주세요.")
  const brokenAt = findBrokenEntry(parsed.data)
  if (brokenAt !== null) return respond({ result: { kind: "changed", seq: brokenAt } })
  return respond({ result: await checkHash(parsed.data.entries.at(-1)?.hash ?? "") })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("증빙 파일 확인") },
  { name: "robots", content: "noindex" },
]

export default function EvidenceCheck({ actionData }: Route.ComponentProps) {
  return (
    <Page isNarrow>
      <PageHeader
        title="증빙 파일 확인"
        text="주문에서 내려받은 증빙 파일이 기록된 그대로인지 확인해요. 주문의 내용은 보여 주지 않아요."
      />
      {actionData?.result ? <ResultCard result={actionData.result} /> : null}
      <Card className="md:p-6">
        <Form method="post" encType="multipart/form-data" noValidate className="grid gap-5">
          <TextField
            label="마지막 지문"
            name="hash"
            required={false}
            autoComplete="off"
            help="PDF 첫 쪽에 적힌 64자리예요."
            defaultValue={actionData?.hash}
            error={actionData?.errors.hash}
          />
          <div>
            <label htmlFor="evidence-file" className="text-base font-semibold">
              또는 JSON 파일
            </label>
            <input
              id="evidence-file"
              type="file"
              name="file"
              accept="application/json,.json"
              aria-invalid={actionData?.errors.file ? true : undefined}
              aria-describedby={actionData?.errors.file ? "evidence-file-error" : undefined}
              className="mt-2 block w-full text-base file:mr-3 file:btn file:btn-line"
            />
            {actionData?.errors.file ? (
              <p id="evidence-file-error" role="alert" className="mt-2 text-sm font-medium text-refused-ink">
                {actionData.errors.file}
              </p>
            ) : null}
          </div>
          <SubmitButton className="btn btn-primary btn-lg">확인하기</SubmitButton>
        </Form>
      </Card>
    </Page>
  )
}

function ResultCard({ result }: { result: Result }) {
  const isKnown = result.kind === "known"
  const Icon = isKnown ? CircleCheck : TriangleAlert
  return (
    <output
      className={`mb-4 flex items-start gap-3 rounded-xl p-4 ${isKnown ? "bg-primary-tint" : "bg-warn-tint"}`}
    >
      <Icon size={24} className={`mt-0.5 flex-none ${isKnown ? "text-primary-ink" : "text-warn-ink"}`} />
      <div>
        <h2 className="text-base font-bold">{describeResult(result).title}</h2>
        <p className="mt-1 text-base text-ink-2">{describeResult(result).text}</p>
      </div>
    </output>
  )
}

function describeResult(result: Result): { title: string; text: string } {
  switch (result.kind) {
    case "known":
      return {
        title: "기록된 그대로예요",
        text: `${formatDateLong(result.at)} ${formatTime(result.at)}에 남긴 ${result.seq}번째 기록까지 맞아요.`,
      }
    case "unknown":
      return {
        title: "바로일당의 기록에 없어요",
        text: "지문이 맞는지 다시 확인해 주세요. 바로일당이 만든 파일이 아닐 수 있어요.",
      }
    case "changed":
      return {
        title: `${result.seq}번째 기록이 바뀌었어요`,
        text: "그 기록이나 순서가 내려받은 뒤에 달라졌어요.",
      }
  }
}
