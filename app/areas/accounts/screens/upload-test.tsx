import { useState } from "react"
import { Link } from "react-router"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { Card, Page, PageHeader } from "#app/ui/section.tsx"
import type { Route } from "./+types/upload-test"
import { getActor } from "../guards.server.ts"

export function loader({ context }: Route.LoaderArgs) {
  return { signedIn: getActor(context).kind === "member" }
}

export const meta: Route.MetaFunction = () => [{ title: "사진 올리기 시험 | 바로일당" }, { name: "robots", content: "noindex" }]

export default function UploadTest({ loaderData }: Route.ComponentProps) {
  const [ids, setIds] = useState<string[]>([])
  return (
    <Page narrow>
      <PageHeader title="사진 올리기 시험" text="사진 한 장이 어떻게 줄고 저장되는지 볼 수 있어요. 이틀 뒤에 저절로 지워져요." />
      {loaderData.signedIn ? (
        <div className="grid gap-6">
          <PictureUploader name="pictures" purpose="test" max={10} label="시험 사진" onChange={setIds} />
          {ids.length > 0 ? (
            <Card>
              <h2 className="text-lg font-bold">올린 사진</h2>
              <ul className="mt-3 grid gap-2">
                {ids.map((id) => (
                  <li key={id} className="num text-sm break-all">
                    {id}
                  </li>
                ))}
              </ul>
              <Link to={`/image-display?id=${ids.join(",")}`} className="btn btn-tint mt-4 w-full">
                크기마다 보기
              </Link>
            </Card>
          ) : null}
        </div>
      ) : (
        <Card>
          <p>로그인하면 사진을 올려 볼 수 있어요.</p>
          <Link to="/login?returnTo=%2Fupload-test" className="btn btn-primary mt-4 w-full">
            로그인
          </Link>
        </Card>
      )}
    </Page>
  )
}
