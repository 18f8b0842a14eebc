import type { ReactNode } from 'react'
import { callExamples } from '#platform/openapi/add-examples.ts'
import { resolvePart } from '#platform/openapi/resolve-part.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { clientRights } from '#web/pages/manage/clients/clients.texts.ts'
import { CodeBlock } from './code-block.tsx'
import { languageNames } from './code-language.ts'
import { developersTexts } from './developers.texts.ts'
import type { CodeLanguage } from './guide/guide-page.ts'
import { type Field, fieldsOf, type PartnerCall, partnerCalls, typeOf } from './partner-calls.ts'
import { Prose } from './prose.tsx'
import { snippetsOf } from './snippets.ts'

/** The documentation of one call. */
export function CallView({ call, code }: { call: PartnerCall; code: CodeLanguage }) {
  const t = useTexts(developersTexts)
  const { name, method, path, operation } = call
  const response = callExamples[name]?.response
  return (
    <article className="grid grid-cols-1 gap-8">
      <header className="grid gap-3">
        <h1 className="text-3xl font-bold tracking-tight wrap-anywhere" translate="no">
          {name}
        </h1>
        <p className="wrap-anywhere text-muted-foreground" translate="no">{`${method} /api${path}`}</p>
        <Deprecated call={call} />
        <p lang="en" className="max-w-reading">
          <Prose text={`${operation.summary}.`} />
        </p>
        <p lang="en" className="max-w-reading">
          <Prose text={operation.description ?? ''} />
        </p>
        <Permission call={call} />
      </header>
      <Part id="example" title={t('example')}>
        <CodeBlock label={`${name}: ${languageNames[code]}`}>{snippetsOf(call)[code]}</CodeBlock>
      </Part>
      <RequestFields call={call} />
      <Answer call={call} />
      {response && (
        <Part id="example-answer" title={t('exampleAnswer')}>
          <CodeBlock label={`${name}: JSON`}>{JSON.stringify(response, null, 2)}</CodeBlock>
        </Part>
      )}
      <Refusals call={call} />
    </article>
  )
}

/** The permissions of a call, in the words of the page where Admins tick them. */
function Permission({ call: { operation } }: { call: PartnerCall }) {
  const t = useTexts(developersTexts)
  const abilities = useTexts(clientRights)
  const scopes = operation['x-scopes'] ?? []
  const words = (key: string) => (key in clientRights ? `${abilities(key as keyof typeof clientRights)} (${key})` : key)
  if ((operation.security ?? []).length === 0) return <p className="text-sm text-muted-foreground">{t('noKey')}</p>
  if (scopes.length === 0) return null
  return <p className="text-sm text-muted-foreground">{`${t('permission')}: ${scopes.map(words).join('; ')}`}</p>
}

function Deprecated({ call: { operation } }: { call: PartnerCall }) {
  const t = useTexts(developersTexts)
  const deprecation = operation['x-deprecation']
  if (!deprecation) return null
  const { since, sunset, instead } = deprecation
  return (
    <Alert variant="attention" title={t('deprecated')}>
      {t('deprecatedSince', { since, instead })} {sunset && t('deprecatedUntil', { sunset })}
    </Alert>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The parameters and the body. */
function RequestFields({ call: { operation } }: { call: PartnerCall }) {
  const t = useTexts(developersTexts)
  const parameters = (operation.parameters ?? [])
    .map((parameter) => resolvePart(partnerCalls().document, parameter))
    .map(({ name, schema, required = false, description = '' }) => ({
      path: name,
      type: typeOf(schema),
      required,
      description,
    }))
  const body = fieldsOf(operation.requestBody?.content['application/json']?.schema)
  return (
    <>
      {parameters.length > 0 && (
        <Part id="parameters" title={t('parameters')}>
          <Fields fields={parameters} anchor="parameter" label={t('parameters')} />
        </Part>
      )}
      {body.length > 0 && (
        <Part id="body" title={t('body')}>
          <Fields fields={body} anchor="body" label={t('body')} />
        </Part>
      )}
    </>
  )
}

function Answer({ call: { operation } }: { call: PartnerCall }) {
  const t = useTexts(developersTexts)
  const content = resolvePart(partnerCalls().document, operation.responses['200']!).content ?? {}
  const fields = fieldsOf(content['application/json']?.schema)
  const files = Object.keys(content).filter((type) => type !== 'application/json')
  return (
    <Part id="answer" title={t('answer')}>
      {files.length > 0 && <p translate="no">{t('file', { types: files.join(', ') })}</p>}
      {fields.length > 0 && <Fields fields={fields} anchor="answer" label={t('answer')} optional />}
    </Part>
  )
}

type FieldsProps = { fields: readonly Field[]; anchor: string; label: string; optional?: boolean }

/** Fields with an anchor each: `#body-profile.email`. Responses omit almost no field. */
function Fields({ fields, anchor, label, optional = false }: FieldsProps) {
  const t = useTexts(developersTexts)
  return (
    <Table label={label} stacked>
      <thead>
        <tr>
          <TableHead>{t('field')}</TableHead>
          <TableHead>{t('type')}</TableHead>
          <TableHead>{t('meaning')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ path, type, required, description }) => (
          <tr key={path} id={`${anchor}-${path}`}>
            <TableCell className="wrap-anywhere whitespace-normal">
              <code translate="no">{path}</code>
            </TableCell>
            <TableCell className="max-w-60 text-sm whitespace-normal text-muted-foreground">
              {required && !optional ? `${type} (${t('required')})` : type}
            </TableCell>
            <TableCell className="text-sm whitespace-normal">
              <span lang="en">
                <Prose text={description} />
              </span>
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Refusals({ call: { operation } }: { call: PartnerCall }) {
  const t = useTexts(developersTexts)
  const rows = Object.entries(operation.responses)
    .filter(([status]) => status !== '200')
    .map(([status, response]) => [status, resolvePart(partnerCalls().document, response).description ?? ''] as const)
  return (
    <Part id="refusals" title={t('refusals')}>
      <Table label={t('refusals')}>
        <thead>
          <tr>
            <TableHead>{t('status')}</TableHead>
            <TableHead>{t('codes')}</TableHead>
          </tr>
        </thead>
        <tbody>
          {rows.map(([status, codes]) => (
            <tr key={status}>
              <TableCell>{status}</TableCell>
              <TableCell className="wrap-anywhere whitespace-normal">
                <span translate="no">{codes}</span>
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Part>
  )
}
