/** Owns which area speaks for which kind of thing: the one file that joins areas by what they show. */
import { addSubjectSource } from "./platform/subjects.server.ts"
import { productSubject } from "./areas/shop/service/subject.server.ts"
import { expertSubject } from "./areas/experts/service/subject.server.ts"

let done = false

/** Names every source once; to be called before requests, events or jobs start. */
export function startSubjects(): void {
  if (done) return
  done = true
  addSubjectSource(expertSubject)
  addSubjectSource(productSubject)
}
