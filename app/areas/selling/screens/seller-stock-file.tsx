import { Form, href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Download } from "#app/ui/icons.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { PageHeader } from "#app/ui/section.tsx"
import type { Member } from "../../accounts/rules.ts"
import { requireSeller } from "../guards.server.ts"
import { FileProblemTable, toCellErrors } from "../parts/file-problem-table.tsx"
import { SellerLayout } from "../parts/seller-layout.tsx"
import { FileStep } from "../parts/file-step.tsx"
import { SpreadsheetInput } from "../parts/spreadsheet-input.tsx"
import { applyStockFile } from "../service/stock-file.server.ts"
import { STOCK_FILE_LIMITS } from "../stock-file.ts"
import type { Route } from "./+types/seller-stock-file"

export const handle = {
  bar: "desk",
  title: "가격과 재고 한꺼번에 바꾸기",
  backHref: href("/shopping/admin/stock"),
} satisfies ScreenHandle

export function loader({ request, context }: Route.LoaderArgs) {
  requireSeller(context, request)
  return null
}

const refused = (sentence: string) => ({ sentence, status: 400 })

const answerForm = intents<{ actor: Member; file: FormDataEntryValue | null }>((intent) => ({
  "": intent({
    run: ({ actor, file }) => applyStockFile(actor, file),
    done: ({ changed, same }) => ({
      to: `${href("/shopping/admin/stock")}?tab=all`,
      flash:
        changed > 0
          ? `옵션 ${formatNumber(changed)}개의 가격과 재고를 바꿨어요` +
            (same > 0 ? ` · 그대로인 옵션 ${formatNumber(same)}개` : "")
          : "바뀐 옵션이 없어요. 파일의 판매가와 재고를 고쳐 주세요",
    }),
    problems: {
      no_file: refused("엑셀 파일이나 CSV 파일을 골라 주세요."),
      too_large: refused("파일이 너무 커요. 5MB보다 작게 나눠서 올려 주세요."),
      unreadable: refused("파일을 읽지 못했어요. 엑셀(.xlsx)이나 CSV로 저장해 다시 올려 주세요."),
      empty: refused("옵션을 적은 줄이 없어요. 내려받은 파일을 고쳐서 올려 주세요."),
      too_many: refused(
        `한 번에 ${formatNumber(STOCK_FILE_LIMITS.rows)}줄까지 올릴 수 있어요. 파일을 나눠 주세요.`,
      ),
      no_columns: ({ columns }) =>
        refused(`${columns.join(", ")} 칸이 없어요. 내려받은 파일의 첫 줄을 지우지 말고 고쳐 주세요.`),
      rows_wrong: ({ problems, problemCount }) => ({
        errors: toCellErrors(problems),
        problem:
          `고칠 칸을 ${formatNumber(problemCount)}개 찾았어요. ` +
          "아무것도 바꾸지 않았으니, 고쳐서 파일을 다시 올려 주세요.",
        status: 400,
      }),
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSeller(context, request)
  const form = await request.formData()
  return answerForm(form, { actor, file: form.get("file") }, { to: href("/shopping/admin/stock/file") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("가격과 재고 한꺼번에 바꾸기") },
  { name: "robots", content: "noindex" },
]

export default function SellerStockFile({ actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const cells = Object.entries(answer.errors)
  return (
    <SellerLayout current="stock">
      <PageHeader
        bar="same"
        title="가격과 재고 한꺼번에 바꾸기"
        back={{ href: href("/shopping/admin/stock"), label: "재고" }}
        text="지금 파는 상품을 내려받아 판매가와 재고만 고쳐요. 한 칸이라도 틀리면 아무것도 바꾸지 않아요."
      />
      <FormAlert message={answer.problem} className="mb-4" />
      {cells.length > 0 ? <FileProblemTable cells={cells} /> : null}
      <div className="grid items-start gap-3 md:grid-cols-2 md:gap-4">
        <FileStep
          step={1}
          title="지금 가격과 재고 내려받기"
          text="‘판매가’와 ‘재고’만 고치고, 옵션 번호와 지금 재고는 그대로 두세요. 빼고 싶은 줄은 지워도 돼요."
        >
          <form
            action={href("/shopping/admin/stock/file/template")}
            method="get"
            className="mt-5 flex flex-wrap gap-2"
          >
            <button type="submit" name="format" value="xlsx" className="btn btn-line">
              <Download size={18} /> 엑셀 파일
            </button>
            <button type="submit" name="format" value="csv" className="btn btn-quiet">
              CSV 파일
            </button>
          </form>
        </FileStep>
        <FileStep
          step={2}
          title="고친 파일 올리기"
          text="내려받은 뒤에 팔린 상품은 알려 드려요. 바뀐 것은 바로 반영돼요."
        >
          <Form method="post" encType="multipart/form-data" className="mt-5 grid gap-3">
            <SpreadsheetInput label="가격과 재고 파일" />
            <SubmitButton className="btn btn-primary">파일로 바꾸기</SubmitButton>
          </Form>
        </FileStep>
      </div>
    </SellerLayout>
  )
}
