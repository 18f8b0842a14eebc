import { Fragment } from 'react'
import { TextLink } from '#platform/ui/parts.tsx'

const markup = /(`[^`]+`|\[[^\]]+\]\(\/[^)\s]*\))/

/** A text of the guide: `code` between backticks, and [links](/path) to pages of the site. */
export function Prose({ text }: { text: string }) {
  return text.split(markup).map((part, index) => {
    const link = /^\[([^\]]+)\]\((\/[^)]*)\)$/.exec(part)
    if (link)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
        <TextLink key={index} href={link[2]!}>
          {link[1]}
        </TextLink>
      )
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
    if (!part.startsWith('`')) return <Fragment key={index}>{part}</Fragment>
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <code key={index} translate="no" className="rounded bg-muted px-1 py-0.5 text-[0.9em] wrap-anywhere">
        {part.slice(1, -1)}
      </code>
    )
  })
}
