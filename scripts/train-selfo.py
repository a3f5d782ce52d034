#!/usr/bin/env python3
# Trains the network for Selfo on a GPU with PyTorch; no part of the program.
#   OUT=folder python3 scripts/train-selfo.py SECONDS   writes folder/weights.f32, in the order of Shape
# Plays thousands of games at once: every move is judged by the network one ply ahead (at first by
# distances), and the network learns how games ended and which move looked best.
import torch,math,time,sys,json,os
import torch.nn.functional as F
torch.backends.cuda.matmul.allow_tf32=True
torch.set_grad_enabled(False)
D='cuda';T=120;C=int(os.environ.get('C',32));NB=int(os.environ.get('NB',4));BG=int(os.environ.get('BG',1024));SECS=float(sys.argv[1]);OUT=os.environ['OUT']
t0=time.time()
def hexhex(n):
    c=[(q,r) for r in range(1-n,n) for q in range(1-n,n) if abs(q+r)<n];ix={x:i for i,x in enumerate(c)}
    return len(c),[(ix[a],ix[(a[0]+d,a[1]+e)]) for a in c for d,e in((1,0),(0,1),(1,-1)) if (a[0]+d,a[1]+e) in ix]
def grid(h,w,ds):
    return h*w,[(y*w+x,(y+e)*w+x+d) for y in range(h) for x in range(w) for d,e in ds if 0<=x+d<w and 0<=y+e<h]
K=((1,0),(0,1),(1,1),(-1,1))
def tri(n):
    v={};E=set()
    for q in range(1-n,n):
        for r in range(1-n,n):
            if abs(q+r)<n:
                x,y=3**.5*(q+r/2),1.5*r
                k=[v.setdefault((round(100*(x+math.sin(math.pi*i/3))),round(100*(y+math.cos(math.pi*i/3)))),len(v)) for i in range(6)]
                E|={tuple(sorted((k[i],k[i-1]))) for i in range(6)}
    return len(v),list(E)
def voronoi(n,s):
    g=torch.Generator().manual_seed(s);p=torch.rand(1,2,generator=g)
    while len(p)<n:
        c=torch.rand(20,2,generator=g);d=torch.cdist(c,p).min(1)[0];p=torch.cat([p,c[d.argmax()][None]])
    t=torch.combinations(torch.arange(n),3);a,b,c=p[t[:,0]],p[t[:,1]],p[t[:,2]];u=b-a;w=c-a;k=2*(u[:,0]*w[:,1]-u[:,1]*w[:,0])
    uu=(u*u).sum(1);ww=(w*w).sum(1);o=torch.stack([w[:,1]*uu-u[:,1]*ww,u[:,0]*ww-w[:,0]*uu],1)/k[:,None];r=(o*o).sum(1)
    ok=((torch.cdist(a+o,p)**2).min(1)[0]>r*.9999)&(r<.06)
    return n,list({e for x in t[ok].tolist() for e in ((x[0],x[1]),(x[0],x[2]),(x[1],x[2]))})
# share of cells with pieces: low, high
SPECS=[('hexhex-6',hexhex(6),.23,.27),('hexhex-6b',hexhex(6),.2,.42),('hexhex-5',hexhex(5),.22,.32),('hexhex-6d',hexhex(6),.23,.27),('hexhex-4',hexhex(4),.25,.4),('king-8x8',grid(8,8,K),.2,.32),('voronoi-60',voronoi(60,1),.2,.35),('voronoi-90',voronoi(90,2),.2,.3),('tri-4',tri(4),.18,.28)]
class Board:
    def __init__(s,name,g,lo,hi,games):
        s.name=name;s.N=n=g[0];A=torch.zeros(n,n)
        for a,b in g[1]: A[a,b]=A[b,a]=1
        s.A=A.to(D);s.Ah=s.A.half();s.Ab=s.A>0;s.lo,s.hi=lo,hi;s.B=games
        d=int(A.sum(1).max());nb=torch.full((n,d),n)
        for i in range(n):
            w=A[i].nonzero()[:,0];nb[i,:len(w)]=w
        s.nb=nb.to(D)
        s.cur=torch.zeros(games,n,dtype=torch.bool,device=D);s.opp=s.cur.clone();s.ply=torch.zeros(games,dtype=torch.long,device=D);s.passed=torch.zeros(games,dtype=torch.bool,device=D)
        s.hf=torch.zeros(games,T,n,11,dtype=torch.uint8,device=D);s.hg=torch.zeros(games,T,7,device=D);s.hm=torch.zeros(games,T,2,dtype=torch.long,device=D);s.hw=torch.zeros(games,T,3,device=D)
        s.R=300000;s.rf=torch.zeros(s.R,n,11,dtype=torch.uint8,device=D);s.rg=torch.zeros(s.R,7,device=D);s.rm=torch.zeros(s.R,2,dtype=torch.long,device=D);s.rw=torch.zeros(s.R,3,device=D);s.at=0;s.fill=0
        s.f=torch.zeros(games,n,11,device=D);s.g=torch.zeros(games,7,device=D);s.wins=s.draws=s.done=s.plies=0;s.start(torch.ones(games,dtype=torch.bool,device=D))
    def start(s,m):
        k=int(m.sum())
        if not k: return
        pn=((s.lo+(s.hi-s.lo)*torch.rand(k,device=D))*s.N/2).round().clamp(min=3)
        r=torch.rand(k,s.N,device=D).argsort(1).argsort(1).float()
        c=r<pn[:,None];o=(r>=pn[:,None])&(r<2*pn[:,None])
        s.cur[m]=c;s.opp[m]=o;s.ply[m]=0;s.passed[m]=False;s.f[m],s.g[m]=s.feats(c,o)
    def flood(s,x,within,most=40):
        x=x.half();w=within.half()
        for i in range(0,most,4):
            y=x
            for _ in range(4): y=((y+y@s.Ah)*w+y).clamp(max=1)
            if torch.equal(y,x): break
            x=y
        return x>0
    def first(s,x): return F.one_hot(x.float().argmax(1),s.N).bool()&x
    def connected(s,x): return (s.flood(s.first(x),x)==x).all(1)
    def blocked(s,x,free): return (x&~s.flood(s.first(x),free)).any(1)
    def main(s,x):
        lab=torch.where(x,torch.arange(1,s.N+1,device=D,dtype=torch.int16),0)
        for i in range(0,24,4):
            old=lab
            for _ in range(4):
                z=F.pad(lab,(0,1))
                lab=torch.where(x,torch.maximum(lab,z[:,s.nb].amax(2)),0)
            if torch.equal(old,lab): break
        l=lab.long();n=torch.zeros(len(x),s.N+1,device=D).scatter_add_(1,l,x.float());n[:,0]=0
        g=n.gather(1,l);return x&(g==g.amax(1,keepdim=True)),x&(l==n.argmax(1)[:,None])
    def dist(s,m,free):
        r=m.half();w=free.half();d=torch.zeros_like(r)
        for k in range(1,41):
            q=((r+r@s.Ah)*w+r).clamp(max=1);d+=(q-r)*min(k,16)
            if k%4==0 and torch.equal(q,r): break
            r=q
        return d,r
    heur=True
    def feats(s,own,foe):
        M=len(own);f=torch.zeros(M,s.N,11,device=D);gl=torch.zeros(M,7,device=D);e=~(own|foe);f[:,:,2]=1
        for i,(x,y) in enumerate(((own,foe),(foe,own))):
            free=x|e;m,m1=s.main(x);f[:,:,i]=x.float();f[:,:,3+i]=m.float();d,r=s.dist(m,free)
            f[:,:,5+i]=d.float()/8;f[:,:,7+i]=(free&~(r>0)).float()
            if s.heur:
                d,r=s.dist(m1,free);hh=(-(d*x).sum(1)-15*(x&~(r>0)).sum(1)).float();s.h=hh if i==0 else s.h-hh
            safe=x|(e&~((y.half()@s.Ah)>0));f[:,:,9+i]=(x&~s.flood(m,safe)).float()
            gl[:,2+i]=s.blocked(x,free).float();gl[:,4+i]=x.sum(1)/16
        gl[:,6]=(s.N//8)/16
        return f,gl
class Net(torch.nn.Module):
    def __init__(s):
        super().__init__();P=torch.nn.Parameter;r=lambda a,b,d:P((torch.rand(a,b,device=D)*2-1)*d*3**.5)
        s.near=torch.nn.ParameterList();s.far=torch.nn.ParameterList();s.bias=torch.nn.ParameterList()
        for l in range(NB+1):
            w=11 if l==0 else C;near=torch.cat([r(w,C,.7/w**.5),r(w,C,(1/(6*w))**.5)])
            if l: near[:C]+=.5*torch.eye(C,device=D)
            s.near.append(P(near));s.far.append(r(7 if l==0 else C,C,(.1/C)**.5));s.bias.append(P(torch.zeros(C,device=D)))
        s.far[0][:2]=0
        s.h=r(3*C+7,32,.7/C**.5);s.h[3*C:3*C+2]=0;s.hb=P(torch.zeros(32,device=D));s.o=r(32,3,.2/32**.5);s.ob=P(torch.zeros(3,device=D));s.w=P(torch.zeros(32,2,device=D));s.wb=P(torch.zeros(2,device=D));s.r=r(C,32,C**-.5);s.rb=P(torch.zeros(16,device=D));s.ro=r(16,1,.125)
    def forward(s,b,f,g):
        x=f
        for l in range(NB+1):
            y=torch.einsum('ij,bjc->bic',b.A,x)
            far=g if l==0 else x.mean(1)
            x=torch.relu(torch.cat([x,y],2)@s.near[l]+(far@s.far[l])[:,None]+s.bias[l])
        own,foe=f[:,:,0:1],f[:,:,1:2]
        pool=torch.cat([x.mean(1),(x*own).sum(1)/own.sum(1).clamp(min=1),(x*foe).sum(1)/foe.sum(1).clamp(min=1),g],1)
        h=torch.relu(pool@s.h+s.hb);return x,h,h@s.o+s.ob
    def flat(s):
        t=[]
        for l in range(NB+1): t+=[s.near[l],s.far[l],s.bias[l]]
        return torch.cat([q.reshape(-1) for q in t+[s.h,s.hb,s.o,s.ob,s.w,s.wb,s.r,s.rb,s.ro]]).float().cpu()
net=Net();ema=Net()
for a,b in zip(ema.parameters(),net.parameters()): a.copy_(b)
opt=torch.optim.AdamW(net.parameters(),lr=2e-3,weight_decay=1e-3)
def s_h(b,f): return b.h if b.heur else torch.zeros(len(f),device=D)
def evaluate(n,b,own,foe,chunk=140000):
    out=[];hs=[];fs=[];gs=[]
    for i in range(0,len(own),chunk):
        f,g=b.feats(own[i:i+chunk],foe[i:i+chunk])
        out.append(F.softmax(n(b,f,g)[2],1));fs.append(f);gs.append(g)
        hs.append(torch.stack([s_h(b,f)-(f[:,:,9].sum(1)-f[:,:,10].sum(1)),g[:,2]*g[:,3]],1))
    return torch.cat(out),torch.cat(hs),torch.cat(fs),torch.cat(gs)
def moves(b,cur,opp):
    e=~(cur|opp);ix=(cur[:,:,None]&b.Ab&e[:,None,:]).nonzero();B=len(cur)
    n=torch.bincount(ix[:,0],minlength=B);st=n.cumsum(0)-n
    pos=torch.arange(len(ix),device=D)-st[ix[:,0]];return ix,n,pos
def look(n,b,cur,opp,passed):
    B=len(cur);ix,cnt,pos=moves(b,cur,opp);r=torch.arange(len(ix),device=D)
    nc=cur[ix[:,0]].clone();nc[r,ix[:,1]]=False;nc[r,ix[:,2]]=True
    nc=torch.cat([nc,cur]);no=torch.cat([opp[ix[:,0]],opp])
    won=b.connected(nc);won[len(ix):]=False
    w,h,f,g=evaluate(n,b,no,nc);w=w.flip(1)
    draw=h[:,1]>0;draw[len(ix):]|=passed
    end=won|draw;w[draw]=torch.tensor([0.,1,0],device=D);w[won]=torch.tensor([1.,0,0],device=D)
    heur=-h[:,0];heur[won]=1000;heur[draw]=-40
    Kk=int(cnt.max())+1;bi=torch.cat([ix[:,0],torch.arange(B,device=D)]);pp=torch.cat([pos,cnt])
    def pad(x,v):
        z=torch.full((B,Kk)+x.shape[1:],v,device=D,dtype=x.dtype);z[bi,pp]=x;return z
    mv=torch.cat([ix[:,1:],torch.full((B,2),-1,device=D)])
    return pad(w,0.),pad(heur,-1e9),pad(mv,-1),pad(end,False),pad(won,False),pad(torch.ones_like(won),False),pad(torch.arange(len(bi),device=D),0),f,g,cnt
def step(b,alpha):
    w,heur,mv,end,won,ok,row,f,g,cnt=look(net,b,b.cur,b.opp,b.passed);B=b.B;ar=torch.arange(B,device=D)
    ok[ar,cnt]&=(torch.rand(B,device=D)<.05)|(cnt==0)
    q=w[:,:,0]-w[:,:,2]-.15*w[:,:,1]
    q=(1-alpha)*q+alpha*(heur/12).clamp(-20,90);q=torch.where(ok,q,-99.)
    best=q.argmax(1)
    tau=torch.where(b.ply<10,.12,.04)[:,None]
    gum=-torch.log(-torch.log(torch.rand_like(q).clamp(1e-9,1-1e-7)))
    c=torch.where(ok,q/tau+gum,-1e9).argmax(1)
    rnd=torch.rand(B,device=D)<.03;c=torch.where(rnd,torch.where(ok,torch.rand_like(q),-1.).argmax(1),c)
    c=torch.where(won[ar,best],best,c)
    b.hf[ar,b.ply]=(b.f*16).round().to(torch.uint8);b.hg[ar,b.ply]=b.g;b.hm[ar,b.ply]=mv[ar,best];b.hw[ar,b.ply]=w[ar,best]
    m=mv[ar,c];ps=m[:,0]<0;k=(~ps).nonzero()[:,0];b.cur[k,m[k,0]]=False;b.cur[k,m[k,1]]=True
    over=end[ar,c];win=won[ar,c];cap=b.ply>=T-1;fin=over|cap
    nf,ng=f[row[ar,c]],g[row[ar,c]];f=fin.nonzero()[:,0]
    if len(f):
        t=torch.arange(T,device=D)[None];pl=b.ply[f][:,None];use=t<=pl
        z=torch.zeros(len(f),T,3,device=D);same=((pl-t)%2==0);wf=win[f][:,None]
        z[...,0]=(wf&same).float();z[...,2]=(wf&~same).float();z[...,1]=(~wf).float()
        lam=.5*(1-alpha);z=(1-lam)*z+lam*b.hw[f]
        n=int(use.sum());at=(b.at+torch.arange(n,device=D))%b.R
        b.rf[at]=b.hf[f][use];b.rg[at]=b.hg[f][use];b.rm[at]=b.hm[f][use];b.rw[at]=z[use]
        b.at=(b.at+n)%b.R;b.fill=min(b.fill+n,b.R)
        b.done+=len(f);b.wins+=int(win[f].sum());b.plies+=int(b.ply[f].sum())
    b.cur,b.opp=b.opp,b.cur.clone();b.ply+=1;b.passed=ps.clone();b.f,b.g=nf,ng;b.start(fin)
def learn(b,n,lr):
    i=torch.randint(0,b.fill,(n,),device=D);f,g,m,z=b.rf[i].float()/16,b.rg[i],b.rm[i],b.rw[i]
    cur,opp=f[:,:,0]>0,f[:,:,1]>0;ix,cnt,pos=moves(b,cur,opp)
    with torch.enable_grad():
        x,h,o=net(b,f,g);lv=-(z*F.log_softmax(o,1)).sum(1).mean()
        r=x@net.r;hid=torch.relu(r[ix[:,0],ix[:,1],:16]+r[ix[:,0],ix[:,2],16:]+net.rb)
        lg=(hid@net.ro)[:,0];Kk=int(cnt.max())+1;full=torch.full((n,Kk),-1e9,device=D).index_put((ix[:,0],pos),lg)
        full=full.index_put((torch.arange(n,device=D),cnt),(h@net.w+net.wb)[:,0])
        tgt=torch.where(m[:,0]<0,cnt,0);hit=(ix[:,1]==m[ix[:,0],0])&(ix[:,2]==m[ix[:,0],1])
        tgt[ix[hit,0]]=pos[hit];lp=F.cross_entropy(full,tgt)
        (lv+lp).backward()
    for gr in opt.param_groups: gr['lr']=lr
    torch.nn.utils.clip_grad_norm_(net.parameters(),1.);opt.step();opt.zero_grad()
    for a,c in zip(ema.parameters(),net.parameters()): a.lerp_(c,.002 if steps>2000 else .02)
    right=(o.argmax(1)==z.argmax(1)).float().mean();return lv.detach(),lp.detach(),right,(full.argmax(1)==tgt).float().mean()
def match(g,n=256):
    b=Board('match',*g,n);first=torch.arange(n,device=D)%2==0;alive=torch.ones(n,dtype=torch.bool,device=D);score=0.
    for t in range(T):
        w,heur,mv,end,won,ok=look(ema,b,b.cur,b.opp,b.passed)[:6];ar=torch.arange(n,device=D)
        q=w[:,:,0]-w[:,:,2]-.1*w[:,:,1]+1e-4*torch.rand_like(heur);net_moves=(first if t%2==0 else ~first)[:,None]
        c=torch.where(ok,torch.where(net_moves,q,heur/1000+1e-4*torch.rand_like(heur)),-1e9).argmax(1)
        m=mv[ar,c];ps=m[:,0]<0;k=(~ps).nonzero()[:,0];b.cur[k,m[k,0]]=False;b.cur[k,m[k,1]]=True
        e=end[ar,c]&alive;wn=won[ar,c]&e;score+=float((wn&net_moves[:,0]).sum())+.5*float((e&~wn).sum());alive&=~end[ar,c]
        b.cur,b.opp=b.opp,b.cur.clone();b.passed=ps
        if not alive.any(): break
    return (score+.5*float(alive.sum()))/n
bs=[Board(*s,BG) for s in SPECS];steps=0;acc=torch.zeros(4,device=D);na=0;last=time.time();rounds=0
WARM=float(os.environ.get('WARM',.11))
while True:
    u=(time.time()-t0)/SECS
    if u>=1: break
    alpha=max(0.,1-max(0.,u-WARM)/.08) if u>WARM else 1.
    lr=(2e-3*.5*(1+math.cos(math.pi*u))+5e-5)*min(1,steps/200+.05)
    for b in bs:
        b.heur=alpha>0
        for _ in range(2): step(b,alpha)
        if b.fill>20000:
            for _ in range(4): acc+=torch.stack(learn(b,4096,lr));na+=1;steps+=1
    rounds+=1
    if time.time()-last>25:
        last=time.time();a=(acc/max(na,1)).tolist();acc.zero_();na=0
        print(f"{time.time()-t0:.0f}s alpha {alpha:.2f} steps {steps} games {sum(b.done for b in bs)} pos {rounds*2*BG*len(bs)} loss {a[0]:.4f} moves {a[1]:.3f} right {a[2]:.3f} {a[3]:.3f} h6 won {bs[0].wins/max(1,bs[0].done):.2f} plies {bs[0].plies/max(1,bs[0].done):.0f} vs heuristic {match(SPECS[0][1:]):.3f}",flush=True)
        for b in bs: b.done=b.wins=b.plies=0
        ema.flat().numpy().tofile(OUT+'/weights.f32')
ema.flat().numpy().tofile(OUT+'/weights.f32')
print('weights',ema.flat().numel(),'steps',steps,'positions',rounds*2*BG*len(bs))
for s in SPECS[::2]: print(s[0],'vs heuristic',match(s[1:],512))
# a position for comparison with the other implementation
b=bs[2];f,g=b.feats(b.cur[:1],b.opp[:1]);x,h,o=ema(b,f,g)
json.dump({'board':b.name,'cur':b.cur[0].int().tolist(),'opp':b.opp[0].int().tolist(),'f':f[0].tolist(),'g':g[0].tolist(),'wdl':F.softmax(o,1)[0].tolist()},open(OUT+'/check.json','w'))
