import { gmtDay, gmtTime } from '@shared/clock'
import { type ReactNode, useState } from 'react'
import type { Mark, Outcome, VipSettings, VipTrack } from '../../api/wire'
import { Alert, Button, Checkbox, Flex, Form, Input, Select, Switch } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useDetail } from '../../ui/detail-drawer'
import { Facts, Section, StateTag } from '../../ui/facts'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { useAction } from '../../ui/use-action'
import { Bonus } from '../fund/bonus'
import { useSession } from '../session/session'
import { HistoryButton, NewerVersion, useOpened } from '../setting/versions'
import { capWrong, check, startWrong, timeWrong } from './rules'
import { makerOf } from './tables-tab'

const words = text.vip
const history = '/vip/settings/history'

/** SettingsTab is what is on, when it runs, what a week's income comes to at the most, and who counts as one person. */
export function SettingsTab() {
  const manages = useSession().may('vip.manage')
  const [editing, setEditing] = useState(false)
  const settings = useDetail<VipSettings>('/vip/settings')
  if (settings.isPending) return <LoadingRows />
  if (settings.data === undefined) {
    return <LoadFailed message={settings.error?.message ?? ''} onRetry={() => settings.refetch()} />
  }
  const set = settings.data
  return (
    <Section
      title={words.settings}
      extra={
        <Flex gap={12} align="center">
          <span className="muted small">{words.tableVersion(set.version, makerOf(set), gmtTime(set.at))}</span>
          {set.approvalId !== null && <StateTag label={words.waiting} tone="processing" />}
          <HistoryButton label={words.settings} path={history} />
          {manages && (
            <Button size="small" type="primary" disabled={set.approvalId !== null} onClick={() => setEditing(true)}>
              {words.edit}
            </Button>
          )}
        </Flex>
      }
    >
      <Facts
        facts={[
          [words.start, set.start],
          [words.marks, set.marks.map((mark) => words.markNames[mark]).join('、') || words.noMarks],
          [words.weekly, words.weeklyAt(words.weekdays[set.weekday] ?? '', set.weeklyTime)],
          [words.monthly, words.monthlyAt(set.monthTime)],
          ...set.tracks.map((track): [string, ReactNode] => [
            track.name,
            <Flex key={track.track} gap={8} align="center" wrap>
              <StateTag label={track.enabled ? words.on : words.off} tone={track.enabled ? 'success' : 'default'} />
              {track.weeklyCap !== null && (
                <span>
                  {words.cap} <Bonus value={track.weeklyCap} />
                </span>
              )}
            </Flex>,
          ]),
        ]}
      />
      {editing && <SettingsDialog settings={set} onClose={() => setEditing(false)} />}
    </Section>
  )
}

interface Values {
  start: string
  weekday: number
  weeklyTime: string
  monthTime: string
  marks: Mark[]
  enabled: Record<VipTrack, boolean>
  caps: Record<VipTrack, string | undefined>
  reason: string
}

const marks = (Object.keys(words.markNames) as Mark[]).map((value) => ({ value, label: words.markNames[value] }))
const weekdays = words.weekdays.flatMap((label, value) => (value > 0 ? [{ value, label }] : []))

/** SettingsDialog changes the settings as a whole; another person decides, and the next run works by them. */
function SettingsDialog({ settings: now, onClose }: { settings: VipSettings; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(words.saved)
  const [settings, base] = useOpened(now)
  const { start, weekday, weeklyTime, monthTime, tracks } = settings
  const byTrack = <T,>(of: (track: VipSettings['tracks'][number]) => T) =>
    Object.fromEntries(tracks.map((track) => [track.track, of(track)])) as Record<VipTrack, T>
  return (
    <ActionDialog<Values>
      title={words.editSettings}
      okText={words.submit}
      width={640}
      running={running}
      quickReasons={words.quickSettings}
      initial={{
        start,
        weekday,
        weeklyTime,
        monthTime,
        marks: settings.marks,
        enabled: byTrack(({ enabled }) => enabled),
        caps: byTrack(({ weeklyCap }) => weeklyCap ?? undefined),
      }}
      onSend={({ enabled, caps, ...values }) =>
        run('/vip/settings', {
          ...values,
          base: base.version,
          tracks: tracks.map(({ track, weeklyCap }) => ({
            track,
            enabled: enabled[track],
            ...(weeklyCap === null ? {} : { weeklyCap: caps[track]?.trim() }),
          })),
        })
      }
      onClose={onClose}
      fields={<SettingFields tracks={tracks} />}
    >
      <NewerVersion base={base} path={history} />
      <Alert type="info" showIcon title={words.settingsEffect} className="spaced" />
    </ActionDialog>
  )
}

function SettingFields({ tracks }: { tracks: VipSettings['tracks'] }) {
  return (
    <>
      {tracks.map(({ track, name, weeklyCap }) => (
        <div key={track} className="field-pair">
          <Form.Item name={['enabled', track]} label={words.enabledOf(name)} valuePropName="checked">
            <Switch />
          </Form.Item>
          {weeklyCap !== null && (
            <Form.Item
              name={['caps', track]}
              label={words.capOf(name)}
              rules={[{ validator: (_, typed?: string) => check(capWrong(typed)) }]}
              required
            >
              <Input prefix={words.unit} inputMode="decimal" maxLength={15} autoComplete="off" />
            </Form.Item>
          )}
        </div>
      ))}
      <div className="field-pair">
        <Form.Item name="weekday" label={words.weeklyDay} required>
          <Select options={weekdays} />
        </Form.Item>
        <Time name="weeklyTime" label={words.weeklyTime} />
      </div>
      <div className="field-pair">
        <Time name="monthTime" label={words.monthTime} />
        <Form.Item
          name="start"
          label={words.start}
          extra={words.startHint}
          rules={[{ validator: (_, typed?: string) => check(startWrong(typed)) }]}
          required
        >
          <Input type="date" max={gmtDay()} />
        </Form.Item>
      </div>
      <Form.Item name="marks" label={words.marks} extra={words.marksHint}>
        <Checkbox.Group options={marks} />
      </Form.Item>
    </>
  )
}

function Time({ name, label }: { name: string; label: string }) {
  return (
    <Form.Item
      name={name}
      label={label}
      rules={[{ validator: (_, typed?: string) => check(timeWrong(typed)) }]}
      required
    >
      <Input maxLength={5} placeholder="23:00" autoComplete="off" />
    </Form.Item>
  )
}
