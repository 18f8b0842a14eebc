import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { plainText } from './plain-text.ts'

/** Both parts of an email from one element (usually a `Email`): the text says what the HTML says. */
export function renderEmail(element: ReactElement): { html: string; text: string } {
  const markup = renderToStaticMarkup(element)
  return { html: `<!doctype html>${markup}`, text: plainText(markup) }
}
