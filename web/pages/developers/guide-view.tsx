import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { CodeBlock } from './code-block.tsx'
import { guideAddress, languageNames } from './code-language.ts'
import { developersTexts } from './developers.texts.ts'
import { guide } from './guide/guide.ts'
import { type Block, type CodeLanguage, codeLanguages, type Example, type GuidePage } from './guide/guide-page.ts'
import { listEvents } from './partner-calls.ts'
import { Prose } from './prose.tsx'

const anchorOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** A page of the guide, which is in English in every language of the site. */
export function GuideView({ page, code }: { page: GuidePage; code: CodeLanguage }) {
  const t = useTexts(developersTexts)
  const next = guide[guide.indexOf(page) + 1]
  return (
    <>
      <article lang="en" className="grid grid-cols-1 gap-8">
        <header className="grid gap-2">
          <h1 className="text-3xl font-bold tracking-tight">{page.title}</h1>
          <p className="max-w-reading text-lg text-muted-foreground">{page.lead}</p>
        </header>
        {page.sections.map(({ title, blocks }) => (
          <section key={title} className="grid grid-cols-1 gap-3">
            <h2 id={anchorOf(title)} className="text-xl font-semibold">
              {title}
            </h2>
            {blocks.map((block, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never change places
              <BlockView key={index} block={block} code={code} label={title} />
            ))}
          </section>
        ))}
      </article>
      {next && (
        <p>
          <TextLink href={guideAddress(next.slug, code)}>{t('next', { title: next.title })}</TextLink>
        </p>
      )}
    </>
  )
}

function BlockView({ block, code, label }: { block: Block; code: CodeLanguage; label: string }) {
  if (typeof block === 'string')
    return (
      <p className="max-w-reading">
        <Prose text={block} />
      </p>
    )
  if ('list' in block)
    return (
      <ul className="grid max-w-reading list-disc gap-1.5 ps-5">
        {block.list.map((point) => (
          <li key={point}>
            <Prose text={point} />
          </li>
        ))}
      </ul>
    )
  if ('table' in block) return <TableView rows={block.table} label={label} />
  if ('events' in block) return <TableView rows={eventRows()} label={label} />
  return <ExampleView example={block.code} code={code} label={label} />
}

function TableView({ rows: [head = [], ...rows], label }: { rows: readonly (readonly string[])[]; label: string }) {
  return (
    <Table label={label} stacked>
      <thead>
        <tr>
          {head.map((name) => (
            <TableHead key={name}>
              <Prose text={name} />
            </TableHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]}>
            {row.map((cell, index) => (
              <TableCell
                key={cell}
                {...(index > 0 && { label: head[index]!.replaceAll('`', '') })}
                className={index > 0 ? 'whitespace-normal' : 'max-md:font-semibold md:whitespace-nowrap'}
              >
                <span>
                  <Prose text={cell} />
                </span>
              </TableCell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Every type of event: its meaning, the fields of its `data`, and the permission that it needs. */
const eventRows = (): string[][] => [
  ['Type', 'Meaning', 'Fields of `data`', 'Permission'],
  ...listEvents().map(({ type, summary, fields, needs }) => [
    `\`${type}\``,
    summary,
    fields.map((field) => `\`${field}\``).join(', '),
    needs,
  ]),
]

/** The example in the chosen language, or in the first one that has it. */
function ExampleView({ example, code, label }: { example: Example; code: CodeLanguage; label: string }) {
  const language = example[code] === undefined ? codeLanguages.find((code) => example[code] !== undefined) : code
  return language && <CodeBlock label={`${label}: ${languageNames[language]}`}>{example[language]!}</CodeBlock>
}
