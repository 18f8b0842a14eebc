import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Locale } from '../texts.ts'
import { FooterContext } from './footer.ts'
import { plainText } from './plain-text.ts'

export type Rendered = { html: string; text: string }

/** Both parts of an email from one element (usually a `Email`): the text says what the HTML says. */
export function renderEmail(element: ReactElement, footer: (locale: Locale) => string = () => ''): Rendered {
  const markup = renderToStaticMarkup(createElement(FooterContext, { value: footer }, element))
  return { html: `<!doctype html>${markup}`, text: plainText(markup) }
}
