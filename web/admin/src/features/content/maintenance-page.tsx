import { gmtTime } from '@shared/clock'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Edition, SiteMaintenance } from '../../api/wire'
import { Button, Card, Checkbox, Flex, Form, Space } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { Facts, StateTag, type Tone } from '../../ui/facts'
import { GmtPicker } from '../../ui/gmt-picker'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'
import { ChangedBy, NewerContent, useEditedOnce } from './edition'
import { SettingsPage } from './settings'
import { checkPeriod } from './showing'

const words = text.maintenance
const tones: Record<SiteMaintenance['state'], Tone> = { open: 'success', scheduled: 'warning', closed: 'error' }

export default function MaintenancePage() {
  const { may } = useSession()
  const [asked, setAsked] = useState<'close' | 'open'>()
  const close = () => setAsked(undefined)
  return (
    <SettingsPage title={words.title} explain={words.explain}>
      {({ maintenance, editions }, manages) => (
        <Card size="small">
          <Flex vertical gap={16} align="flex-start">
            <span>
              {words.gate}{' '}
              {may('gate.view') && (
                <Link to={paths.gate} className="text-link">
                  {words.toGate}
                </Link>
              )}
            </span>
            <Facts
              columns={1}
              facts={[
                [
                  words.now,
                  <StateTag
                    key={maintenance.state}
                    label={words.states[maintenance.state]}
                    tone={tones[maintenance.state]}
                  />,
                ],
                maintenance.state !== 'open' && [
                  words.from,
                  <When key="from" ms={maintenance.from} none={words.atOnce} />,
                ],
                maintenance.state !== 'open' && [words.to, <When key="to" ms={maintenance.to} none={words.unknown} />],
              ]}
            />
            <ChangedBy edition={editions.maintenance} />
            {manages && (
              <Space>
                {maintenance.state !== 'open' && (
                  <Button type="primary" onClick={() => setAsked('open')}>
                    {maintenance.state === 'closed' ? words.reopen : words.cancel}
                  </Button>
                )}
                <Button danger onClick={() => setAsked('close')}>
                  {maintenance.state === 'open' ? words.close : words.change}
                </Button>
              </Space>
            )}
          </Flex>
          {asked === 'close' && <CloseDialog now={{ ...maintenance, ...editions.maintenance }} onClose={close} />}
          {asked === 'open' && <OpenDialog now={{ ...maintenance, ...editions.maintenance }} onClose={close} />}
        </Card>
      )}
    </SettingsPage>
  )
}

function When({ ms, none }: { ms: number | null; none: string }) {
  return ms === null ? <span>{none}</span> : <Time ms={ms} />
}

interface Values {
  from: number | null
  to: number | null
  sure: boolean
  reason: string
}

const facts = (of: SiteMaintenance): [string, string][] => [
  [words.now, words.states[of.state]],
  [words.from, of.from === null ? '' : gmtTime(of.from)],
  [words.to, of.to === null ? '' : gmtTime(of.to)],
]

interface DialogProps {
  now: SiteMaintenance & Edition
  onClose: () => void
}

function CloseDialog({ now, onClose }: DialogProps) {
  const edited = useEditedOnce(now)
  const { run, running } = useAction<SiteMaintenance>(words.done)
  return (
    <ActionDialog<Values>
      title={words.closeTitle}
      okText={words.close}
      danger
      running={running}
      quickReasons={words.quick}
      initial={{ from: now.from, to: now.to, sure: false }}
      onSend={({ sure: _sure, ...values }) =>
        run('/content/maintenance', { ...values, on: true, base: edited.base.version })
      }
      onClose={onClose}
      fields={
        <>
          <Form.Item name="from" label={words.fromField}>
            <GmtPicker none={words.atOnce} />
          </Form.Item>
          <Form.Item
            name="to"
            label={words.toField}
            dependencies={['from']}
            rules={[
              ({ getFieldValue }) => ({
                validator: (_, to: number | null) => checkPeriod(getFieldValue('from') as number | null, to),
              }),
            ]}
          >
            <GmtPicker none={words.unset} />
          </Form.Item>
          <Form.Item
            name="sure"
            valuePropName="checked"
            rules={[
              {
                validator: (_, sure?: boolean) =>
                  sure ? Promise.resolve() : Promise.reject(new Error(words.sureEmpty)),
              },
            ]}
          >
            <Checkbox>{words.sure}</Checkbox>
          </Form.Item>
        </>
      }
    >
      <NewerContent edited={edited} facts={facts} />
      <p>{words.closeExplain}</p>
    </ActionDialog>
  )
}

function OpenDialog({ now, onClose }: DialogProps) {
  const edited = useEditedOnce(now)
  const { run, running } = useAction<SiteMaintenance>(words.done)
  return (
    <ActionDialog<{ reason: string }>
      title={words.reopenTitle}
      okText={words.reopen}
      running={running}
      quickReasons={words.quickOpen}
      onSend={({ reason }) => run('/content/maintenance', { on: false, reason, base: edited.base.version })}
      onClose={onClose}
    >
      <NewerContent edited={edited} facts={facts} />
      <p>{words.reopenExplain}</p>
    </ActionDialog>
  )
}
