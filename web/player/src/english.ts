import './english.css'
import { showEnglish } from '@shared/english/page'

// Loaded before the first page is drawn, by whoever chose English (H-485).
showEnglish()
