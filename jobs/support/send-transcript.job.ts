import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findTranscript } from '#modules/support/entry.ts'
import { transcriptRequested } from '#modules/support/facts.ts'
import { TranscriptMail, transcriptEmail, transcriptFile, transcriptSubject } from './transcript.mail.tsx'

/** Sends a ticket's messages to the person who requested them. */
export const sendTranscript = emailJob(transcriptEmail, {
  on: transcriptRequested,
  find: findTranscript,
  write: (transcript, siteUrl, { issue_id }) => ({
    about: { issue_id },
    to: transcript.to,
    subject: transcriptSubject(transcript),
    email: createElement(TranscriptMail, { transcript, href: siteUrl(transcript.path) }),
    attachments: [transcriptFile(transcript)],
  }),
  key: ({ event }) => event,
})
