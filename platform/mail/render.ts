import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Locale } from '#platform/texts.ts'
import { type EmailLook, FooterContext, LookContext } from './footer.ts'
import { plainText } from './plain-text.ts'

export type Rendered = { html: string; text: string }

/** Renders both parts of an email from one element (usually an `Email`): the text has the same content as the HTML. */
export function renderEmail(
  element: ReactElement,
  footer: (locale: Locale) => string = () => '',
  look: EmailLook = {},
): Rendered {
  const footed = createElement(FooterContext, { value: footer }, element)
  const markup = renderToStaticMarkup(createElement(LookContext, { value: look }, footed))
  return { html: `<!doctype html>${markup}`, text: plainText(markup) }
}
