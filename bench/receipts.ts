import { startSmtpServer } from '#platform/mail/testing/smtp-server.ts'
import type { Running } from '#scripts/site.ts'
import { buy, cardToken, type Gateway, gatewaySettings } from './checkout.ts'
import { median } from './compare.ts'
import { openConnection } from './load.ts'
import { ms, type Row } from './report.ts'
import { receiptBuyers } from './seeded.ts'
import type { Bench } from './throughput.ts'

const singlePurchases = 10

type OpenServer = (settings: NodeJS.ProcessEnv) => Promise<Running>

/** Receipts as a mail server gets them: one for a single purchase, and 400 for as many purchases. */
export async function receiptRows({ seeded, pace }: Bench, gateway: Gateway, open: OpenServer): Promise<Row[]> {
  const mail = await startSmtpServer()
  const subject = await open({ ...gatewaySettings(gateway), SMTP_URL: mail.url })
  const lastStudentId = seeded.first.user_id + seeded.students - 1
  let purchaseCount = 0
  const receipts = () => mail.received.filter(({ content }) => /^Subject: .*receipt/im.test(content)).length
  const untilReceipts = async (count: number) => {
    const startedAt = performance.now()
    while (receipts() < count) {
      if (performance.now() - startedAt > 120_000)
        throw new Error(`${receipts()} of ${count} receipts after two minutes`)
      await new Promise((later) => setTimeout(later, 10))
    }
  }
  const connection = await openConnection(subject.port)
  try {
    const times: number[] = []
    while (purchaseCount < singlePurchases) {
      await buy(connection, lastStudentId - purchaseCount++, cardToken(gateway))
      const paid = performance.now()
      await untilReceipts(purchaseCount)
      times.push(performance.now() - paid)
    }
    const medianTime = median(times)
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: pace.connections }, buyRemaining))
    const paid = performance.now()
    await untilReceipts(receiptBuyers)
    const [buying, sending] = [paid - startedAt, performance.now() - paid]
    const note = `the purchases took ${ms(buying)}; by the time of the last one some were sent`
    return [
      {
        label: 'a receipt, from payment to mail server',
        measured: ms(medianTime),
        goal: '< 1000 ms',
        met: medianTime < 1_000,
        note: '',
      },
      {
        label: '400 receipts, from the last payment to mail server',
        measured: ms(sending),
        goal: '< 10000 ms',
        met: sending < 10_000,
        note,
      },
    ]
  } finally {
    connection.close()
    await subject.stop()
    await mail.close()
  }

  async function buyRemaining() {
    const connection = await openConnection(subject.port)
    while (purchaseCount < receiptBuyers) await buy(connection, lastStudentId - purchaseCount++, cardToken(gateway))
    connection.close()
  }
}
