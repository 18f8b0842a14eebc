import { z } from 'zod'
import type { Captcha, CaptchaAssessment, CaptchaSubmission } from './captcha.ts'
import { postJson } from './post-json.ts'

const defaultUrl = 'https://www.google.com/recaptcha'

export type RecaptchaConfig = {
  site_key: string
  secret: string
  /** The host on which tokens must have been created, or a parent of it. */
  hostname: string
  isOwnDomain?: OurHosts['isOwnDomain']
  url?: string
}

const VerifyResponse = z.object({
  success: z.boolean(),
  score: z.number().min(0).max(1).default(0),
  action: z.string().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
})

/** Faults in our configuration, not the visitor's. */
const configurationFaults = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request'])

/** reCAPTCHA v3 through its `siteverify`. It stores no assessments, so there is nothing to annotate. */
export function openRecaptcha(config: RecaptchaConfig): Captcha {
  const { site_key, secret, url = defaultUrl } = config
  async function assess({ token, action, address }: CaptchaSubmission): Promise<CaptchaAssessment> {
    const body = new URLSearchParams({ secret, response: token, ...(address && { remoteip: address }) })
    const response = VerifyResponse.parse(await postJson(`${url}/api/siteverify`, { body }))
    const codes = response['error-codes']
    if (codes.some((code) => configurationFaults.has(code)))
      throw new Error(`siteverify refused us: ${codes.join(', ')}`)
    const isOurs = isOurHost(response.hostname ?? '', config) && response.action === action
    return { valid: response.success && isOurs, score: response.score, reasons: codes, name: null }
  }
  const script = `${url}/api.js?render=${encodeURIComponent(site_key)}`
  return { site: { site_key, script, enterprise: false }, assess, annotate: async () => {} }
}

export type OurHosts = { hostname: string; isOwnDomain?: ((host: string) => boolean) | undefined }

/** The sites of organizations are subdomains of the product's own host, or proved domains of their own. */
export const isOurHost = (host: string, { hostname, isOwnDomain }: OurHosts): boolean =>
  host === hostname || host.endsWith(`.${hostname}`) || (isOwnDomain?.(host) ?? false)
