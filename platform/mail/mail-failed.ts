export type MailFailure = 'temporary' | 'permanent'

/**
 * An email was not sent. `temporary`: trying later may help. `permanent`: the same email will be refused again.
 * `response_code` is the server's SMTP code, if any. The message contains no address.
 */
export class MailFailed extends Error {
  readonly failure: MailFailure
  readonly response_code: number | undefined

  constructor(failure: MailFailure, message: string, response_code?: number) {
    super(message)
    this.name = 'MailFailed'
    this.failure = failure
    this.response_code = response_code
  }
}

export function failMail(failure: MailFailure, message: string, response_code?: number): never {
  throw new MailFailed(failure, message, response_code)
}
