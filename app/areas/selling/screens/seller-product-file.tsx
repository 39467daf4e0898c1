import { Check, Download, FileSpreadsheet } from "#app/ui/icons.tsx"
import { Form, href, Link, useNavigation } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { SelectField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { WorkProgress } from "#app/ui/work-progress.tsx"
import { notFound } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { DISCLOSURE_KINDS, DISCLOSURES } from "../../shop/disclosure.ts"
import { ProductFileForm } from "../forms.ts"
import { requireSeller } from "../guards.server.ts"
import { FileProblemTable, toCellErrors } from "../parts/file-problem-table.tsx"
import { SellerLayout } from "../parts/seller-layout.tsx"
import { PRODUCT_FILE_LIMITS } from "../product-file.ts"
import { checkProductFile, findOwnProductFile, requestProductImport } from "../service/product-file.server.ts"
import { FileStep } from "../parts/file-step.tsx"
import { SpreadsheetInput } from "../parts/spreadsheet-input.tsx"
import type { Route } from "./+types/seller-product-file"

type FormContext = { actor: Member; file: FormDataEntryValue | null }

const refused = (sentence: string) => ({ sentence, status: 400 })
const NOT_ALLOWED = { sentence: "지금은 상품을 올릴 수 없어요. 상점 상태를 확인해 주세요.", status: 403 }

const PATH = href("/shopping/admin/products/file")
const SHOWN_PRODUCTS = 20

export const handle = {
  bar: "desk",
  title: "상품 한꺼번에 올리기",
  backHref: href("/shopping/admin/products"),
} satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const fileId = new URL(request.url).searchParams.get("file")
  const file = fileId === null ? null : ((await findOwnProductFile(actor, fileId)) ?? notFound())
  if (file?.state === "imported")
    throw redirectWithFlash(
      `${href("/shopping/admin/products")}?tab=draft`,
      `상품 ${formatNumber(file.done)}개를 올렸어요`,
    )
  return {
    // It is read anew every second while it is taken over: no more than is shown.
    file: file && { ...file, count: file.products.length, products: file.products.slice(0, SHOWN_PRODUCTS) },
    kinds: DISCLOSURE_KINDS.map((kind) => ({ kind, label: DISCLOSURES[kind].label })),
  }
}

const answerForm = intents<FormContext>((intent) => ({
  check: intent({
    run: ({ actor, file }) => checkProductFile(actor, file),
    done: ({ fileId }) => ({ to: `${PATH}?file=${fileId}` }),
    problems: {
      not_allowed: NOT_ALLOWED,
      no_file: refused("엑셀 파일이나 CSV 파일을 골라 주세요."),
      too_large: refused("파일이 너무 커요. 5MB보다 작게 나눠서 올려 주세요."),
      unreadable: refused("파일을 읽지 못했어요. 엑셀(.xlsx)이나 CSV로 저장해 다시 올려 주세요."),
      empty: refused("상품을 적은 줄이 없어요. 파일을 채워 다시 올려 주세요."),
      too_many: refused(
        `한 번에 상품 ${PRODUCT_FILE_LIMITS.products}개까지 올릴 수 있어요. 파일을 나눠 주세요.`,
      ),
      no_columns: ({ columns }) =>
        refused(`${columns.join(", ")} 칸이 없어요. 내려받은 파일의 첫 줄을 지우지 말고 채워 주세요.`),
      rows_wrong: ({ problems, problemCount, productCount }) => ({
        errors: toCellErrors(problems),
        problem:
          `상품 ${productCount}개에서 고칠 칸을 ${problemCount}개 찾았어요. ` +
          "아무것도 올리지 않았으니, 고쳐서 파일을 다시 올려 주세요.",
        status: 400,
      }),
    },
  }),
  import: intent({
    form: ProductFileForm,
    hidden: ["fileId"],
    run: ({ actor }, { fileId }) => requestProductImport(actor, fileId),
    done: (_, { fileId }) => ({ to: `${PATH}?file=${fileId}` }),
    problems: {
      not_allowed: NOT_ALLOWED,
      not_found: "이미 올렸거나 하루가 지난 파일이에요. 파일을 다시 골라 주세요.",
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSeller(context, request)
  const form = await request.formData()
  return answerForm(form, { actor, file: form.get("file") }, { to: PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("상품 한꺼번에 올리기") },
  { name: "robots", content: "noindex" },
]

export default function SellerProductFile({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const cells = Object.entries(answer.errors)
  return (
    <SellerLayout current="products">
      <PageHeader
        bar="same"
        title="상품 한꺼번에 올리기"
        back={{ href: href("/shopping/admin/products"), label: "상품" }}
        text={
          `한 파일에 ${PRODUCT_FILE_LIMITS.products}개까지 올릴 수 있어요. 먼저 모든 칸을 확인하고, ` +
          "하나라도 틀리면 아무것도 올리지 않아요."
        }
      />
      <FormAlert message={answer.problem} className="mb-4" />
      {cells.length > 0 ? <FileProblemTable cells={cells} /> : null}
      {view.file ? <ImportReview file={view.file} /> : <ProductFileSteps kinds={view.kinds} />}
    </SellerLayout>
  )
}

function ProductFileSteps({ kinds }: { kinds: { kind: string; label: string }[] }) {
  const isChecking = useNavigation().state !== "idle"
  return (
    <div className="grid items-start gap-3 md:grid-cols-2 md:gap-4">
      <FileStep
        step={1}
        title="양식 내려받기"
        text="옵션이 여럿이면 아래 줄에 옵션 이름, 판매가, 재고만 이어서 적어요. 사진은 올린 뒤 상품마다 넣어요."
      >
        <form
          action={href("/shopping/admin/products/file/template")}
          method="get"
          className="mt-5 grid gap-3"
        >
          <SelectField
            label="상품군"
            name="kind"
            options={kinds.map(({ kind, label }) => ({ value: kind, label }))}
            required
          />
          <div className="flex flex-wrap gap-2">
            <button type="submit" name="format" value="xlsx" className="btn btn-line">
              <Download size={18} /> 엑셀 양식
            </button>
            <button type="submit" name="format" value="csv" className="btn btn-quiet">
              CSV 양식
            </button>
          </div>
        </form>
      </FileStep>
      <FileStep step={2} title="채운 파일 올리기" text="바로 올리지 않고 먼저 한 칸씩 확인해 드려요.">
        <Form method="post" encType="multipart/form-data" className="mt-5 grid gap-3">
          <input type="hidden" name="intent" value="check" />
          <SpreadsheetInput label="상품 파일" />
          <SubmitButton className="btn btn-primary">파일 확인하기</SubmitButton>
          {isChecking ? (
            <progress className="progress progress-primary w-full" aria-label="파일을 확인하고 있어요" />
          ) : null}
        </Form>
      </FileStep>
    </div>
  )
}

type CheckedFile = NonNullable<Route.ComponentProps["loaderData"]["file"]>

/** What is in a file that nothing is wrong with, and taking it over. */
function ImportReview({ file: { fileId, state, done, count, products } }: { file: CheckedFile }) {
  const isImporting = state === "importing"
  const hidden = count - products.length
  return (
    <>
      <Card className="mb-4 flex flex-col justify-between gap-4 md:flex-row md:items-center md:p-6">
        <div className="min-w-0 flex-1">
          <h2 className="flex items-center gap-2 text-lg font-bold">
            {isImporting ? null : <Check size={20} strokeWidth={2} className="text-ok-ink" />} 상품 {count}
            개를 {isImporting ? "올리고 있어요" : "확인했어요"}
          </h2>
          <p className="mt-1 text-base text-ink-2">
            {isImporting
              ? "다른 화면을 봐도 계속 올려요. 다 올라가면 ‘작성 중’에 담겨요."
              : "올리면 ‘작성 중’에 담겨요. 사진을 넣고 심사를 요청해 주세요."}
          </p>
          {isImporting ? (
            <WorkProgress
              label="올린 상품"
              done={done}
              total={count}
              text={`${formatNumber(count)}개 중 ${formatNumber(done)}개`}
            />
          ) : null}
        </div>
        {isImporting ? null : (
          <div className="flex flex-none gap-2 max-md:*:flex-1">
            <Link to={PATH} className="btn btn-quiet">
              다시 고르기
            </Link>
            <Form method="post">
              <input type="hidden" name="intent" value="import" />
              <input type="hidden" name="fileId" value={fileId} />
              <SubmitButton className="btn btn-primary max-md:w-full">{count}개 올리기</SubmitButton>
            </Form>
          </div>
        )}
      </Card>
      <ul className="overflow-hidden card-line [&>li+li]:border-t [&>li+li]:border-base-300">
        {products.map(({ title, options }, index) => (
          <li key={index} className="flex items-center gap-3 px-4 py-3 text-base">
            <FileSpreadsheet size={18} className="flex-none text-ink-3" />
            <span className="min-w-0 flex-1 truncate">{title}</span>
            <span className="num flex-none text-sm text-ink-3">옵션 {options}</span>
          </li>
        ))}
        {hidden > 0 ? <li className="px-4 py-3 text-sm text-ink-3">그 밖에 {hidden}개</li> : null}
      </ul>
    </>
  )
}
