import '../../../../src/app/ui/tokens.css';
import '../../../../src/app/ui/base.css';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { UiStory } from './story.tsx';
import { applyTheme, type ThemeChoice } from '../../../../src/app/ui/theme.ts';

/** All components on a page: `npx vite --config vite.config.ts tests/app/ui/story`. */
const StoryPage = () => {
  const [choice, choose] = useState<ThemeChoice>('light');
  applyTheme(choice === 'auto' ? 'light' : choice, document);
  return <UiStory theme={choice} onTheme={choose} />;
};

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <StoryPage />
  </StrictMode>,
);
