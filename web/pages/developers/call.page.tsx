import { errors } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { CallView } from './call-view.tsx'
import { codeLanguageOf } from './code-language.ts'
import { DevelopersFrame } from './developers-frame.tsx'
import { findCall } from './partner-calls.ts'

/** One call of the partner document. */
export default page({
  address: '/developers/reference/:call',
  may: anyone,
  layout: PublicLayout,
  load({ params }) {
    if (!findCall(params.call)) throw errors.notFound()
    return { name: params.call }
  },
  title: ({ name }) => name,
  head: ({ name }) => ({ description: findCall(name)!.operation.summary }),
  view: ({ name }, { query }) => (
    <DevelopersFrame path={pathTo('/developers/reference/:call', { call: name })} query={query} examples>
      <CallView call={findCall(name)!} code={codeLanguageOf(query)} />
    </DevelopersFrame>
  ),
})
