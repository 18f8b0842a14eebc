import { z } from 'zod'
import type { Annotation, Captcha, CaptchaAssessment, CaptchaSubmission } from './captcha.ts'
import { postJson } from './post-json.ts'
import { isOurHost, type OurHosts } from './recaptcha.ts'

export type EnterpriseConfig = {
  site_key: string
  project: string
  api_key: string
  hostname: string
  isOwnDomain?: OurHosts['isOwnDomain']
  url?: string
  /** The address of the library for browsers. */
  script_url?: string
}

const Assessment = z.object({
  name: z.string(),
  riskAnalysis: z
    .object({ score: z.number().min(0).max(1).default(0), reasons: z.array(z.string()).default([]) })
    .default({ score: 0, reasons: [] }),
  tokenProperties: z.object({
    valid: z.boolean().default(false),
    invalidReason: z.string().optional(),
    hostname: z.string().default(''),
    action: z.string().default(''),
  }),
})

/** reCAPTCHA Enterprise: the provider stores assessments, and learns from annotations. */
export function openRecaptchaEnterprise(config: EnterpriseConfig): Captcha {
  const { site_key, project, api_key, url = 'https://recaptchaenterprise.googleapis.com' } = config
  const { script_url = 'https://www.google.com/recaptcha/enterprise.js' } = config
  const post = (path: string, body: object) =>
    postJson(`${url}/v1/${path}`, {
      headers: { 'content-type': 'application/json', 'x-goog-api-key': api_key },
      body: JSON.stringify(body),
    })

  async function assess({ token, action, address, agent, account }: CaptchaSubmission): Promise<CaptchaAssessment> {
    const event = {
      token,
      siteKey: site_key,
      expectedAction: action,
      userAgent: agent,
      userIpAddress: address,
      ...(account && { userInfo: { accountId: account } }),
    }
    const { name, riskAnalysis, tokenProperties } = Assessment.parse(
      await post(`projects/${project}/assessments`, { event }),
    )
    const { valid, invalidReason, ...tokenOrigin } = tokenProperties
    const isOurs = tokenOrigin.action === action && isOurHost(tokenOrigin.hostname, config)
    const reasons = [...riskAnalysis.reasons, ...(invalidReason ? [invalidReason] : [])]
    return { valid: valid && isOurs, score: riskAnalysis.score, reasons, name }
  }

  return {
    site: { site_key, script: `${script_url}?render=${encodeURIComponent(site_key)}`, enterprise: true },
    assess,
    async annotate(name: string, { annotation, reasons, account }: Annotation) {
      await post(`${name}:annotate`, {
        ...(annotation && { annotation }),
        ...(reasons.length > 0 && { reasons }),
        ...(account && { accountId: account }),
      })
    },
  }
}
