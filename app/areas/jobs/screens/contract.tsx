import { href } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { titleOf } from "#app/basics/brand.ts"
import { PrintButton } from "#app/ui/print-button.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { ContractSummary } from "../parts/application-steps.tsx"
import { findWorkRecord } from "../service/work-records.server.ts"
import type { Route } from "./+types/contract"

export const handle = { bar: "detail", background: "white", title: "근로계약서" } satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const record = isId(params.applicationId) ? await findWorkRecord(actor, params.applicationId) : null
  if (!record) notFound()
  return { record }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("근로계약서") },
  { name: "robots", content: "noindex" },
]

export default function Contract({ loaderData: { record } }: Route.ComponentProps) {
  const { applicationId, contract, signed } = record
  return (
    <Page isNarrow>
      <div className="print:hidden">
        <PageHeader
          bar="same"
          title="근로계약서"
          back={{
            href: href("/jobs/applications/:applicationId/work", { applicationId }),
            label: "근무 기록",
          }}
        >
          <PrintButton />
        </PageHeader>
      </div>
      <ContractSummary
        title="근로계약서"
        workerName={record.workerName}
        contract={contract}
        marks={{ contractEmployer: signed.employer, contractWorker: signed.worker }}
      />
      <p className="mt-4 text-sm text-ink-3">
        두 사람이 확인한 때의 내용 그대로예요. 공고를 나중에 고쳐도 바뀌지 않아요. (근로기준법 제17조)
      </p>
    </Page>
  )
}
